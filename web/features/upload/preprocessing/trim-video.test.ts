import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import type { StreamTargetChunk } from 'mediabunny'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { PreprocessingUnsupportedError } from './preprocessing-unsupported-error.ts'
import { remuxVideo } from './remux-video.ts'
import type { TrimRange } from './trim-range.ts'

// Node has no video encoder, so these tests cover only copying. tests/e2e/uploads/trim-and-camera.spec.ts
// covers encoding.
const folder = await mkdtemp(join(tmpdir(), 'afterbell-trim-'))
after(() => rm(folder, { recursive: true }))
const fps = 25

test('trimming at a key frame copies exactly the selected frames and no sound from outside the selection', async () => {
  const source = await createTestClip(folder, { seconds: 6, keyframes: 1 })
  const trimmed = await trim(source, { start: 2, end: 4 })
  assert.deepEqual(decodeFrames(trimmed), decodeFrames(source).slice(2 * fps, 4 * fps))
  const { video, audio } = readDurations(trimmed)
  assert.ok(Math.abs(video - 2) <= 1 / fps, `${video} s of pictures`)
  assert.ok(audio <= 2.001 && audio > 1.9, `${audio} s of sound`)
})

test('trimming only the end keeps the beginning and copies no frame from after the end', async () => {
  // The test clip has B-frames, so the frames just before the end of the chosen part depend on a frame after
  // the end.
  const source = await createTestClip(folder, { seconds: 4 })
  const trimmed = await trim(source, { start: 0, end: 2.5 })
  const frames = decodeFrames(trimmed)
  assert.deepEqual(frames, decodeFrames(source).slice(0, frames.length))
  assert.ok(frames.length <= Math.ceil(2.5 * fps) && frames.length >= 2.2 * fps, `${frames.length} frames`)
})

test('refuses to trim by copying if the start is between key frames, because earlier frames would be included', async () => {
  const source = await createTestClip(folder, { seconds: 4, keyframes: 2 })
  await assert.rejects(trim(source, { start: 1, end: 3 }), PreprocessingUnsupportedError)
})

async function trim(path: string, range: TrimRange): Promise<string> {
  const made = join(folder, `trimmed-${Math.random()}`)
  const out = await open(made, 'w')
  const to = new WritableStream<StreamTargetChunk>({
    write: async ({ data, position }) => void (await out.write(data, 0, data.length, position)),
  })
  await remuxVideo({ file: await openAsBlob(path), to, trim: range, onProgress() {} }).finally(() =>
    out.close(),
  )
  return made
}

/** Returns the hashes of all frames in the order in which a player would show them. */
function decodeFrames(path: string): string[] {
  const hashes = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-f', 'framehash', '-'])
  const lines = hashes.toString().split('\n')
  return lines.filter((line) => line && !line.startsWith('#')).map((line) => line.split(',').at(-1)!.trim())
}

function readDurations(path: string) {
  const endOf = (stream: string) => {
    const show = `-v error -select_streams ${stream} -show_entries packet=pts_time,duration_time -of csv=p=0`
    const packets = execFileSync('ffprobe', [...show.split(' '), path])
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(',').map(Number) as [number, number])
    return Math.max(...packets.map(([pts, duration]) => pts + (duration || 0)))
  }
  return { video: endOf('v'), audio: endOf('a') }
}
