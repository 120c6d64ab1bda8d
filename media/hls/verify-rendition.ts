import { basename, dirname } from 'node:path'
import type { VideoSource } from '../probe/probe-video.ts'
import { MediaRejectedError } from '../media-rejection.ts'
import { readRendition, type Rendition } from './rendition.ts'

/**
 * Looks whether a rendition's folder is whole, since ffmpeg's exit code proves nothing: playlist ended, init segment
 * there, no segment empty. A folder that is not whole throws an Error (our fault, try again). A whole one whose picture
 * lasts less than nine tenths of the source, or over eleven, is the source's own untruth: MediaRejectedError `unreadable`.
 */
export async function verifyRendition(
  folder: string,
  source: Pick<VideoSource, 'duration'>,
): Promise<Rendition> {
  const rendition = await readRendition(dirname(folder), basename(folder))
  const slack = Math.max(source.duration * 0.1, 0.1)
  const off = Math.abs(rendition.picture_duration - source.duration)
  const said = `${rendition.name}: ${rendition.picture_duration} s of picture from ${source.duration} s`
  if (off > slack) throw new MediaRejectedError('unreadable', said)
  return rendition
}

/** The same for the rung that is only sound. It must last nearly as long as the film, or a player would end there. */
export async function verifyAudioRendition(
  folder: string,
  source: Pick<VideoSource, 'duration'>,
): Promise<Rendition> {
  const rendition = await readRendition(dirname(folder), basename(folder))
  if (Math.abs(rendition.duration - source.duration) > Math.max(source.duration * 0.02, 1))
    throw new Error(`${rendition.name}: ${rendition.duration} s of sound for ${source.duration} s of picture`)
  return rendition
}
