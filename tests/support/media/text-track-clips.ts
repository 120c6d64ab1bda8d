import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestClip } from './generated-clips.ts'

const exec = promisify(execFile)

/** A text track of a test clip. */
export interface ClipTextTrack {
  /** A SubRip file. */
  text: string
  codec: 'srt' | 'ass' | 'webvtt' | 'mov_text'
  /** An ISO 639-2 code. */
  language: string
  forced?: boolean
}

/** Creates a two-second clip with text tracks. `offset` is the first timestamp of the file in seconds. */
export async function createTextTrackClip(
  folder: string,
  container: 'mkv' | 'mp4' | 'mov',
  tracks: readonly ClipTextTrack[],
  { offset = 0, seconds = 2 } = {},
): Promise<string> {
  const video = await createTestClip(undefined, { container, seconds })
  const files = tracks.map(() => join(folder, `${randomUUID()}.srt`))
  await Promise.all(files.map((file, at) => writeFile(file, tracks[at]!.text)))
  const path = join(folder, `${randomUUID()}.${container}`)
  const inputs = [video, ...files].flatMap((file) => ['-i', file])
  const maps = ['0', ...files.map((_, at) => `${at + 1}`)].flatMap((input) => ['-map', input])
  const options = tracks.flatMap(describeTrack)
  const shift = offset ? ['-output_ts_offset', `${offset}`] : []
  await exec('ffmpeg', [
    '-nostdin',
    '-v',
    'error',
    ...inputs,
    ...maps,
    '-c',
    'copy',
    ...options,
    ...shift,
    path,
  ])
  return path
}

function describeTrack({ codec, language, forced }: ClipTextTrack, at: number): string[] {
  const track = [`-c:s:${at}`, codec, `-metadata:s:s:${at}`, `language=${language}`]
  return forced ? [...track, `-disposition:s:${at}`, 'forced'] : track
}
