import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { createTestClip, type TestClipOptions } from '#tests/support/media/generated-clips.ts'
import { probeVideo } from './probe-video.ts'
import { MediaRejectedError } from '../media-rejection.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-probe-'))
after(() => rm(folder, { recursive: true }))
const look = async (options: TestClipOptions) =>
  probeVideo(await createTestClip(folder, { seconds: 1, ...options }))
const refusal = async (options: TestClipOptions) => {
  const error: unknown = await look(options).then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof MediaRejectedError, String(error))
  return error
}

test('returns the properties of an ordinary video and allows remuxing it', async () => {
  const source = await look({})
  assert.deepEqual([source.width, source.height, source.fps, source.codec], [320, 180, 25, 'h264'])
  assert.deepEqual([source.demuxer, source.duration, source.remuxable], ['mov', 1, true])
  assert.deepEqual(
    [source.audio?.codec, source.audio?.channels, source.audio?.sampleRate],
    ['aac', 2, 48_000],
  )
})

test('reports an upright phone video as portrait, even if its frames are stored sideways', async () => {
  const source = await look({ rotation: 90, container: 'mov' })
  assert.deepEqual([source.width, source.height, source.rotation, source.remuxable], [180, 320, 90, false])
})

test('reports that a source must be encoded if browsers cannot play it directly', async () => {
  const tricky: TestClipOptions[] = [
    { pixelFormat: 'yuv444p' },
    { interlaced: true, fps: 50 },
    { variable: true, seconds: 2 },
    { pixelAspect: '4/3' },
    { codec: 'vp9', container: 'webm' },
    { keyframes: 60, seconds: 13, fps: 5, width: 64, height: 64 },
  ]
  for (const options of tricky) assert.equal((await look(options)).remuxable, false, JSON.stringify(options))
})

test('detects bit depth, transfer function and interlacing', async () => {
  const hdr = await look({ codec: 'hevc', pixelFormat: 'yuv420p10le', transfer: 'hlg' })
  assert.deepEqual([hdr.bitDepth, hdr.transfer, hdr.matrix], [10, 'hlg', 'bt2020'])
  assert.equal((await look({ interlaced: true, fps: 50 })).interlaced, true)
  assert.equal((await look({ pixelAspect: '4/3' })).width, 427)
})

test('selects the default audio track, or none in a silent video', async () => {
  assert.equal((await look({ secondAudio: true })).audio?.index, 2)
  assert.equal((await look({ audio: 'none' })).audio, null)
})

test('rejects videos with an unsupported picture size, frame rate or codec', async () => {
  const large = await refusal({ width: 4400, height: 2304, fps: 2, audio: 'none' })
  assert.deepEqual(
    [large.title, large.detail],
    ['Unsupported format', 'The largest supported picture size is 4096x2304.'],
  )
  assert.equal(
    (await refusal({ width: 14, height: 64, audio: 'none' })).detail,
    'The smallest supported picture size is 16x16.',
  )
  assert.equal((await refusal({ fps: 150, width: 64, height: 64 })).code, 'too_fast')
  const rare = await refusal({ codec: 'ffv1', container: 'mkv' })
  assert.deepEqual(
    [rare.title, rare.detail],
    [
      'Video codec not supported',
      'This video uses FFV1, which we can’t read. Export it as an MP4 with H.264 video and AAC sound, then upload it again.',
    ],
  )
})

test('accepts AVI and MOV files with older codecs', async () => {
  assert.equal((await look({ codec: 'cinepak', container: 'avi', width: 64, height: 64 })).codec, 'cinepak')
  assert.equal((await look({ codec: 'qtrle', container: 'mov', width: 64, height: 64 })).codec, 'qtrle')
})

test('keeps the frame rate of an AVI file with dropped frames', async () => {
  const path = join(folder, 'dropped.avi')
  // AVI stores a dropped frame as an empty chunk, so the duration stays the same with fewer frames.
  const drop = "select='gte(mod(n,100),2)'"
  const words = '-v error -y -f lavfi -i testsrc2=s=64x64:r=24000/1001:d=20 -c:v mpeg4 -fps_mode passthrough'
  execFileSync('ffmpeg', [...words.split(' '), '-vf', drop, path])
  const source = await probeVideo(path)
  assert.deepEqual([source.variable, Math.round(source.fps * 1000)], [false, 23_976])
})

test('rejects truncated, empty and non-video files without retrying', async () => {
  const whole = await createTestClip(folder, { seconds: 2 })
  const path = join(folder, 'cut')
  const bytes = await readFile(whole)
  await writeFile(path, bytes.subarray(0, bytes.length / 2))
  await assert.rejects(probeVideo(path), { code: 'unreadable', title: 'Upload failed' })
  await truncate(path, 40)
  await assert.rejects(probeVideo(path), { code: 'unreadable' })
  await writeFile(path, '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')
  await assert.rejects(probeVideo(path), { code: 'not_video', detail: /^Use: MP4, MOV/ })
})

test('rejects with the abort reason when probing is aborted', async () => {
  const path = await createTestClip(folder, { seconds: 1 })
  const reason = new Error('shutting down')
  await assert.rejects(probeVideo(path, { signal: AbortSignal.abort(reason) }), reason)
})
