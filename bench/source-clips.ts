import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasVideoExtension } from '#contract/limits.ts'
import { MediaRejectedError } from '#media/media-rejection.ts'
import { probeVideo, type VideoSource } from '#media/probe/probe-video.ts'

const execute = promisify(execFile)
const filmPath = join(import.meta.dirname, '../../shared/media/bbb_1080p24_h264_aac51_30s.mp4')

/** A source video for the benchmark, with its properties. */
export interface SourceClip {
  name: string
  path: string
  source: VideoSource
}

/**
 * Makes thirty seconds of 1080p video in two encodings: one that browsers can play, and one that browsers
 * cannot play (H.264 4:4:4). The product must transcode the second video before anyone can watch it.
 */
export async function makeSourceClips(
  folder: string,
  given?: string,
): Promise<[easy: SourceClip, hard: SourceClip]> {
  const easy = given ?? (existsSync(filmPath) ? filmPath : await makeRemuxableClip(folder))
  console.log(
    `clip: ${easy}${easy === filmPath || given ? '' : ' (generated: ../shared/media does not exist)'}`,
  )
  const path = join(folder, 'hard.mp4')
  await execute('ffmpeg', [
    '-v',
    'error',
    '-i',
    easy,
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    ...nonRemuxableEncoding,
    path,
  ])
  const both: [SourceClip, SourceClip] = [
    { name: 'remuxable', path: easy, source: await probeVideo(easy) },
    { name: 'not remuxable', path, source: await probeVideo(path) },
  ]
  if (!both[0].source.remuxable || both[1].source.remuxable)
    throw new Error('the clips do not have the intended encodings')
  return both
}

/** Makes a clip of moving bars with noise, which takes about as much encoding work as real footage. */
async function makeRemuxableClip(folder: string): Promise<string> {
  const path = join(folder, 'easy.mp4')
  const picture = 'testsrc2=size=1920x1080:rate=24:duration=30,noise=alls=12:allf=t'
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=330:duration=30']
  const encoder = '-c:v libx264 -preset veryfast -b:v 6M -pix_fmt yuv420p -g 240 -c:a aac -ac 6'.split(' ')
  await execute('ffmpeg', ['-v', 'error', ...inputs, ...encoder, path])
  return path
}

/**
 * Makes a long video and a five-second clip, both in 720p. The long video and the short clip must be
 * transcoded before they are playable.
 */
export async function makeLongAndShortClips(
  folder: string,
  given?: string,
): Promise<[long: SourceClip, brief: SourceClip]> {
  const film = given ?? (existsSync(filmPath) ? filmPath : await makeRemuxableClip(folder))
  console.log(`clip: ${film}, its first 12 s`)
  const long = join(folder, 'long.mp4')
  await execute('ffmpeg', [
    '-v',
    'error',
    '-t',
    '12',
    '-i',
    film,
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    ...nonRemuxableEncoding,
    long,
  ])
  const brief = join(folder, 'brief.mp4')
  const picture = 'testsrc2=size=1280x720:rate=30:duration=5,noise=alls=8:allf=t'
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=330:duration=5']
  await execute('ffmpeg', ['-v', 'error', ...inputs, ...nonRemuxableEncoding, '-c:a', 'aac', brief])
  return [
    { name: 'long', path: long, source: await probeVideo(long) },
    { name: 'short', path: brief, source: await probeVideo(brief) },
  ]
}

/** The ffmpeg options for an encoding that no browser can play. */
const nonRemuxableEncoding = '-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv444p -c:a copy'.split(' ')

/**
 * Loads all videos in a folder, sorted by name. Each video is cut to its first `seconds` seconds without
 * re-encoding. Reports files that are not videos.
 */
export async function loadSourceClips(given: string, folder: string, seconds: number): Promise<SourceClip[]> {
  const clips: SourceClip[] = []
  for (const name of (await readdir(given)).filter(hasVideoExtension).toSorted()) {
    try {
      clips.push(await loadClip(join(given, name), name, join(folder, `cut-${name}`), seconds))
    } catch (error) {
      if (!(error instanceof MediaRejectedError)) throw error
      console.log(`${name}: not measured, rejected with ${error.code}`)
    }
  }
  return clips
}

async function loadClip(path: string, name: string, cut: string, seconds: number): Promise<SourceClip> {
  const source = await probeVideo(path)
  if (source.duration <= seconds + 1) return { name, path, source }
  await execute('ffmpeg', [
    '-v',
    'error',
    '-t',
    `${seconds}`,
    '-i',
    path,
    '-map',
    '0:v',
    '-map',
    '0:a?',
    '-c',
    'copy',
    cut,
  ])
  return { name, path: cut, source: await probeVideo(cut) }
}
