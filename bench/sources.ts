import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { probe, type Source } from '#media/probe.ts'

const execute = promisify(execFile)
const film = join(import.meta.dirname, '../../shared/media/bbb_1080p24_h264_aac51_30s.mp4')

/** A film to be made playable, and what we know of it. */
export interface Bench {
  name: string
  path: string
  source: Source
}

/** Thirty seconds of 1080p twice: as a browser plays it, and as none does (H.264 4:4:4), so that it must be encoded first. */
export async function sources(folder: string, given?: string): Promise<[easy: Bench, hard: Bench]> {
  const easy = given ?? (existsSync(film) ? film : await makeEasy(folder))
  console.log(`clip: ${easy}${easy === film || given ? '' : ' (made here: ../shared/media is not there)'}`)
  const hard = join(folder, 'hard.mp4')
  const encoder = '-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv444p -c:a copy'.split(' ')
  await execute('ffmpeg', ['-v', 'error', '-i', easy, '-map', '0:v:0', '-map', '0:a:0?', ...encoder, hard])
  const both: [Bench, Bench] = [
    { name: 'remuxable', path: easy, source: await probe(easy) },
    { name: 'not remuxable', path: hard, source: await probe(hard) },
  ]
  if (!both[0].source.remuxable || both[1].source.remuxable)
    throw new Error('the clips are not what they are meant to be')
  return both
}

/** Moving bars with noise on them, which costs the encoder about what a film does. */
async function makeEasy(folder: string): Promise<string> {
  const path = join(folder, 'easy.mp4')
  const picture = 'testsrc2=size=1920x1080:rate=24:duration=30,noise=alls=12:allf=t'
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=330:duration=30']
  const encoder = '-c:v libx264 -preset veryfast -b:v 6M -pix_fmt yuv420p -g 240 -c:a aac -ac 6'.split(' ')
  await execute('ffmpeg', ['-v', 'error', ...inputs, ...encoder, path])
  return path
}

/** Five seconds of 720p that must be encoded before they can be played: somebody's short clip. */
export async function brief(folder: string): Promise<Bench> {
  const path = join(folder, 'brief.mp4')
  const picture = 'testsrc2=size=1280x720:rate=30:duration=5,noise=alls=8:allf=t'
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=frequency=330:duration=5']
  const encoder = '-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv444p -c:a aac'.split(' ')
  await execute('ffmpeg', ['-v', 'error', ...inputs, ...encoder, path])
  return { name: 'short', path, source: await probe(path) }
}
