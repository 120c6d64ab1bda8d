import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import sharp from 'sharp'
import {
  createTestClip,
  taggedClipMetadata,
  type TestClipOptions,
} from '#tests/support/media/generated-clips.ts'
import { encodeFirstRendition, encodeRemainingRenditions } from '../encode/encode.ts'
import { extractCoverFrames } from './cover-frames.ts'
import { makeThumbnails } from './thumbnails.ts'
import { probeVideo } from '../probe/probe-video.ts'
import { makeStoryboard } from './storyboard.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-pictures-'))
after(() => rm(folder, { recursive: true }))

async function makeImages(options: TestClipOptions) {
  const input = await createTestClip(folder, options)
  const source = await probeVideo(input)
  const out = await mkdtemp(join(folder, 'out-'))
  const posters = [{ side: 480, name: 'poster.480.webp' }]
  return { source, input, out, pictures: await makeThumbnails({ source, input, out, posters }) }
}

function probeImage(path: string): { width: number; height: number; duration: number; streams: number } {
  const show = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path]
  const { streams, format } = JSON.parse(execFileSync('ffprobe', show).toString())
  return {
    width: streams[0].width,
    height: streams[0].height,
    duration: Number(format.duration),
    streams: streams.length,
  }
}

/** Returns a frame in grayscale, small enough to compare. */
function frameAt(path: string, seconds: number): Buffer {
  const what = `-frames:v 1 -vf scale=64:36,format=gray -f rawvideo -`.split(' ')
  return execFileSync('ffmpeg', ['-v', 'error', '-ss', `${seconds}`, '-i', path, ...what])
}

function distance(one: Buffer, other: Buffer): number {
  return one.reduce((sum, grey, i) => sum + Math.abs(grey - other[i]!), 0) / one.length
}

test('makes upright posters, thumbnails, previews and storyboards in the specified sizes', async () => {
  const { out, pictures } = await makeImages({
    rotation: 90,
    container: 'mov',
    width: 960,
    height: 540,
    seconds: 5,
  })
  const [poster, small, thumbnail, preview, sheet] = [
    'poster.webp',
    'poster.480.webp',
    'thumbnail.jpg',
    'preview.mp4',
    'storyboard_1.webp',
  ].map((name) => probeImage(join(out, name)))
  assert.deepEqual([poster!.width, poster!.height], [540, 960])
  assert.deepEqual([small!.width, small!.height], [270, 480])
  assert.deepEqual([thumbnail!.width, thumbnail!.height], [406, 720])
  assert.ok(preview!.width <= 480 && preview!.height <= 480 && preview!.height > preview!.width)
  assert.ok(Math.abs(preview!.duration - 3) < 0.1)
  assert.equal(preview!.streams, 1)
  assert.deepEqual([sheet!.width, sheet!.height], [5 * 112, 200])
  assert.deepEqual(pictures.files.toSorted(), [
    'poster.480.webp',
    'poster.webp',
    'preview.mp4',
    'storyboard.vtt',
    'storyboard_1.webp',
    'thumbnail.jpg',
  ])
})

test('makes the thumbnail, poster and preview of a clip shorter than a second, even if the clip has only one keyframe', async () => {
  const { out } = await makeImages({ seconds: 0.4, keyframes: 10, audio: 'none' })
  assert.equal(probeImage(join(out, 'thumbnail.jpg')).height, 720)
  assert.equal(probeImage(join(out, 'poster.webp')).width, 320)
  assert.ok(probeImage(join(out, 'preview.mp4')).duration <= 0.45)
})

test('uses the first frame that is not black as the thumbnail', async () => {
  const brightness = async (until: number) => {
    const input = join(folder, `black-${until}.mp4`)
    const dark = `drawbox=t=fill:color=black:enable='lt(t,${until})'`
    const args = '-v error -y -f lavfi -i testsrc2=s=320x180:r=10:d=6 -preset ultrafast -vf'
    execFileSync('ffmpeg', [...args.split(' '), dark, input])
    const out = await mkdtemp(join(folder, 'out-'))
    await makeThumbnails({ source: await probeVideo(input), input, out, storyboard: 'later' })
    const [grey] = (await sharp(join(out, 'thumbnail.jpg')).greyscale().stats()).channels
    return grey!.mean
  }
  assert.ok((await brightness(3.2)) > 60)
  assert.ok((await brightness(7)) < 5)
})

test('puts the MP4 index before the media data in the preview file, for immediate playback', async () => {
  const { out } = await makeImages({ seconds: 4 })
  const bytes = await readFile(join(out, 'preview.mp4'))
  assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'))
})

test('if keyframes are far apart, the preview starts at a keyframe and is still 3 s long', async () => {
  const { input, source, out } = await makeImages({ seconds: 12, keyframes: 5 })
  assert.equal(source.keyframeGap, 5)
  assert.ok(Math.abs(probeImage(join(out, 'preview.mp4')).duration - 3) < 0.1)
  const first = frameAt(join(out, 'preview.mp4'), 0)
  const moments = [4, 5, 6, 6.5].map((at) => ({ at, off: distance(first, frameAt(input, at)) }))
  assert.equal(moments.toSorted((a, b) => a.off - b.off)[0]!.at, 5)
})

test('removes location, title, device and comment metadata from images', async () => {
  const { out, pictures } = await makeImages({ container: 'mov', metadata: taggedClipMetadata })
  for (const file of pictures.files) {
    const bytes = await readFile(join(out, file))
    for (const trace of [...Object.values(taggedClipMetadata), 'Exif'])
      assert.equal(bytes.includes(trace), false, file)
  }
})

test('a storyboard made from a small rendition has the same dimensions as one made from the upload', async () => {
  const input = await createTestClip(folder, { codec: 'mpeg4', container: 'avi', seconds: 7 })
  const source = await probeVideo(input)
  const out = await mkdtemp(join(folder, 'out-'))
  const first = await encodeFirstRendition({ source, input, out })
  const early = await makeThumbnails({ source, input, out, storyboard: 'later' })
  assert.equal(early.storyboard, null)
  assert.deepEqual(await makeStoryboard({ source, input, out, rendition: first }), [
    'storyboard.vtt',
    'storyboard_1.webp',
  ])
  assert.deepEqual(
    [probeImage(join(out, 'storyboard_1.webp')).width, probeImage(join(out, 'storyboard_1.webp')).height],
    [800, 180],
  )
})

test('extracts three different, upright cover frames', async () => {
  const input = await createTestClip(folder, {
    rotation: 90,
    container: 'mov',
    seconds: 5,
    metadata: taggedClipMetadata,
  })
  const source = await probeVideo(input)
  const out = await mkdtemp(join(folder, 'out-'))
  const renditions = [await encodeFirstRendition({ source, input, out })]
  const names = await extractCoverFrames({ source, out, renditions })
  assert.deepEqual(names, ['frame_1.webp', 'frame_2.webp', 'frame_3.webp'])
  const frames = await Promise.all([1, 2, 3].map((n) => readFile(join(out, `frame_${n}.webp`))))
  assert.equal(new Set(frames.map((bytes) => bytes.toString('base64'))).size, 3)
  for (const [n, at] of [1, 2.5, 4].entries()) {
    const here = frameAt(join(out, `frame_${n + 1}.webp`), 0)
    const [there, elsewhere] = [at, at - 0.4].map((moment) => distance(here, frameAt(input, moment)))
    assert.ok(
      there! < elsewhere! / 2,
      `frame ${n + 1}: ${there} from ${at} s, ${elsewhere} from a moment before`,
    )
  }
  assert.deepEqual(
    [probeImage(join(out, 'frame_2.webp')).width, probeImage(join(out, 'frame_2.webp')).height],
    [180, 320],
  )
  for (const bytes of frames)
    for (const trace of Object.values(taggedClipMetadata)) assert.equal(bytes.includes(trace), false)
})

test('offers at least one cover frame for a single-frame clip', async () => {
  const input = await createTestClip(folder, { seconds: 0.04, audio: 'none' })
  const out = await mkdtemp(join(folder, 'out-'))
  const source = await probeVideo(input)
  const made = await encodeRemainingRenditions({
    source,
    input,
    out,
    done: await encodeFirstRendition({ source, input, out }),
  })
  assert.ok((await extractCoverFrames({ source, out, renditions: made })).includes('frame_1.webp'))
})
