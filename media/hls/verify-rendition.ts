import { basename, dirname } from 'node:path'
import type { VideoSource } from '../probe/probe-video.ts'
import { MediaRejectedError } from '../media-rejection.ts'
import { readRendition, type Rendition } from './rendition.ts'

/**
 * Verifies that a rendition is complete: the playlist has an end tag, the init segment exists and no segment
 * is empty. ffmpeg's exit code alone does not prove that a rendition is complete. Throws an Error (retryable)
 * if the folder is incomplete. Throws a MediaRejectedError (`unreadable`) if the video is more than a tenth
 * shorter or longer than the source's declared duration.
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

/**
 * Verifies that the audio-only rendition is complete. The audio must last nearly as long as the video,
 * because players would stop at the end of the audio.
 */
export async function verifyAudioRendition(
  folder: string,
  source: Pick<VideoSource, 'duration'>,
): Promise<Rendition> {
  const rendition = await readRendition(dirname(folder), basename(folder))
  if (Math.abs(rendition.duration - source.duration) > Math.max(source.duration * 0.02, 1))
    throw new Error(`${rendition.name}: ${rendition.duration} s of sound for ${source.duration} s of picture`)
  return rendition
}
