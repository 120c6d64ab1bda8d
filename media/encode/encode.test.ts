import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import {
  createTestClip,
  taggedClipMetadata,
  type TestClipOptions,
} from '#tests/support/media/generated-clips.ts'
import { hostileVideos } from '#tests/support/hostile-files/hostile-videos.ts'
import { encodeFirstRendition, encodeRemainingRenditions } from './encode.ts'
import { probeVideo } from '../probe/probe-video.ts'
import type { Rendition } from '../hls/rendition.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-encode-'))
after(() => rm(folder, { recursive: true }))

async function encode(options: TestClipOptions) {
  const input = await createTestClip(folder, options)
  const source = await probeVideo(input)
  const out = await mkdtemp(join(folder, 'out-'))
  const parts: number[] = []
  const onProgress = (part: number) => parts.push(part)
  const first = await encodeFirstRendition({ source, input, out, onProgress })
  const rest = await encodeRemainingRenditions({ source, input, out, done: first, onProgress })
  return { source, out, first, rest, parts, all: first.name === 'source' ? rest : [first, ...rest] }
}

/** Runs ffprobe on the concatenated segments, which are exactly the bytes that a player receives. */
async function probeRendition(out: string, rendition: Rendition) {
  const parts = rendition.files
    .filter((file) => !file.endsWith('.m3u8'))
    .map((file) => readFile(join(out, file)))
  const joined = join(out, 'joined.mp4')
  await writeFile(joined, Buffer.concat(await Promise.all(parts)))
  const show = '-v error -show_streams -show_format -of json -f mov -i'.split(' ')
  return JSON.parse(execFileSync('ffprobe', [...show, joined]).toString())
}

test('makes a suitable source playable by remuxing it, then encodes the full ladder', async () => {
  const { first, rest, source } = await encode({ width: 640, height: 360, seconds: 5 })
  assert.equal(first.name, 'source')
  assert.deepEqual([first.width, first.height, first.independent], [640, 360, true])
  assert.ok(Math.abs(first.picture_duration - source.duration) < 0.1)
  assert.deepEqual(
    rest.map((rung) => rung.name),
    ['144p', '240p', '360p', 'audio'],
  )
  const [lowest, sound] = [rest[0]!, rest.at(-1)!]
  assert.ok(lowest.bandwidth <= 150_000, `${lowest.bandwidth} bit/s`)
  assert.ok(sound.bandwidth <= 80_000, `${sound.bandwidth} bit/s`)
  assert.deepEqual([sound.codecs, sound.width, sound.height, sound.frame_rate], ['mp4a.40.2', 0, 0, 0])
  assert.ok(sound.independent && Math.abs(sound.duration - source.duration) < 0.1)
})

test('halves high frame rates in rungs of 432p and below, and aligns segment boundaries across all rungs', async () => {
  // At 40.25 fps, 4 s of video contain an odd number of frames (161), so the rungs with half the frame rate
  // drop the last frame.
  const { rest, out } = await encode({ width: 640, height: 480, fps: 40.25, seconds: 5, audio: 'none' })
  assert.deepEqual(
    rest.map((rung) => [rung.name, Math.round(rung.frame_rate)]),
    [
      ['144p', 20],
      ['240p', 20],
      ['360p', 20],
      ['480p', 40],
    ],
  )
  const cuts = await Promise.all(
    rest.map(async ({ name }) =>
      (await readFile(join(out, name, 'index.m3u8'), 'utf8')).match(/#EXTINF:[\d.]+/g)!.slice(0, -1),
    ),
  )
  assert.equal(cuts[0]!.length, 1)
  for (const rung of cuts) assert.deepEqual(rung, cuts[0])
})

test('omits the audio-only rendition when the audio ends before the video', async () => {
  const input = join(folder, 'short-sound.mp4')
  const args = '-v error -y -f lavfi -i testsrc2=s=320x240:d=6 -f lavfi -i sine=d=2 -preset ultrafast'
  execFileSync('ffmpeg', [...args.split(' '), input])
  const source = await probeVideo(input)
  const out = await mkdtemp(join(folder, 'out-'))
  const done = await encodeFirstRendition({ source, input, out })
  const rest = await encodeRemainingRenditions({ source, input, out, done })
  assert.deepEqual(
    rest.map((rung) => rung.name),
    ['144p', '240p'],
  )
  assert.ok(!(await readdir(out)).includes('audio'))
})

test('never publishes a remuxed source whose beginning cannot be decoded', async () => {
  const input = join(folder, 'rotten.mp4')
  await writeFile(input, await hostileVideos.find(({ name }) => name === 'rotten.mp4')!.bytes())
  const source = await probeVideo(input)
  assert.equal(source.remuxable, true)
  const out = await mkdtemp(join(folder, 'out-'))
  await assert.rejects(encodeFirstRendition({ source, input, out }), { code: 'unreadable' })
  assert.ok(!(await readdir(out)).includes('source'))
})

test('aligns segment boundaries between the first rung and rungs encoded later', async () => {
  const { first, rest, out, parts } = await encode({
    codec: 'mpeg4',
    container: 'avi',
    width: 640,
    height: 360,
    seconds: 9,
  })
  assert.equal(first.name, '240p')
  const cuts = async ({ name }: Rendition) =>
    (await readFile(join(out, name, 'index.m3u8'), 'utf8')).match(/#EXTINF:[\d.]+/g)!
  assert.equal((await cuts(first)).length, 3)
  for (const rung of rest) {
    assert.ok(rung.independent)
    if (rung.name !== 'audio') assert.deepEqual(await cuts(rung), await cuts(first))
  }
  assert.ok(parts.at(-1)! > 0.9 && parts.every((part) => part >= 0 && part <= 1))
})

test('converts rotated, anamorphic, odd-sized and 4:4:4 sources to upright 4:2:0 video with square pixels and even dimensions', async () => {
  const turned = await encode({ rotation: 90, container: 'mov', width: 480, height: 270 })
  assert.deepEqual([turned.first.width, turned.first.height], [270, 480])
  const [stream] = (await probeRendition(turned.out, turned.first)).streams
  assert.equal(stream.side_data_list, undefined)
  const wide = await encode({ pixelAspect: '4/3', width: 240, height: 240 })
  assert.deepEqual([wide.first.width, wide.first.height], [320, 240])
  const odd = await encode({ width: 321, height: 181, pixelFormat: 'yuv444p' })
  assert.deepEqual([odd.first.width, odd.first.height], [320, 180])
  assert.equal((await probeRendition(odd.out, odd.first)).streams[0].pix_fmt, 'yuv420p')
})

test('converts 10-bit HDR to 8-bit BT.709', async () => {
  for (const transfer of ['hlg', 'pq'] as const) {
    const { out, first } = await encode({ codec: 'hevc', pixelFormat: 'yuv420p10le', transfer, seconds: 1 })
    const [video] = (await probeRendition(out, first)).streams
    assert.deepEqual(
      [video.pix_fmt, video.color_transfer, video.color_space, video.color_primaries, video.color_range],
      ['yuv420p', 'bt709', 'bt709', 'bt709', 'tv'],
    )
  }
})

test('makes variable frame rates constant and deinterlaces interlaced video, without changing the duration', async () => {
  const uneven = await encode({ variable: true, seconds: 3 })
  assert.equal(uneven.first.frame_rate, 25)
  assert.ok(Math.abs(uneven.first.picture_duration - uneven.source.duration) < 0.2)
  const woven = await encode({ interlaced: true, fps: 50 })
  const [video] = (await probeRendition(woven.out, woven.first)).streams
  assert.deepEqual([video.field_order, woven.first.frame_rate], ['progressive', 25])
})

test('converts 5.1 and mono audio to stereo and adds no audio to silent sources', async () => {
  for (const audio of ['5.1', 'mono'] as const) {
    const { out, all } = await encode({ audio, seconds: 1 })
    const sound = (await probeRendition(out, all[0]!)).streams[1]
    assert.deepEqual([sound.codec_name, sound.profile, sound.channels], ['aac', 'LC', 2])
  }
  const silent = await encode({ audio: 'none', seconds: 1 })
  assert.match(silent.first.codecs, /^avc1\.[0-9a-f]{6}$/)
  assert.equal((await probeRendition(silent.out, silent.all[0]!)).streams.length, 1)
})

test('removes location, title, device, comment and encoder tags from renditions', async () => {
  const { out } = await encode({ container: 'mov', metadata: taggedClipMetadata })
  const files = (await readdir(out, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  assert.ok(files.length >= 6)
  for (const file of files) {
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const trace of [...Object.values(taggedClipMetadata), 'Lavf'])
      assert.equal(bytes.includes(trace), false, `${file.name}: ${trace}`)
  }
})

test('stops encoding when aborted and rejects with the abort reason', async () => {
  const input = await createTestClip(folder, {
    codec: 'mpeg4',
    container: 'avi',
    width: 640,
    height: 360,
    seconds: 9,
  })
  const source = await probeVideo(input)
  const stop = new AbortController()
  const reason = new Error('the server stops')
  const onProgress = () => stop.abort(reason)
  await assert.rejects(
    encodeFirstRendition({ source, input, out: folder, signal: stop.signal, onProgress }),
    reason,
  )
})
