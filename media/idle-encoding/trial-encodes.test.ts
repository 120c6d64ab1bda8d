import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import type { LadderRung } from '../encode/bitrate-ladder.ts'
import { encodePiece } from '../pieces/encode-piece.ts'
import type { EncoderOptions } from '../pieces/piece-commands.ts'
import { getPieceFrames, type Piece } from '../pieces/plan-pieces.ts'
import { probeVideo } from '../probe/probe-video.ts'
import { testPriority } from '../sandbox/sandbox-command.ts'
import { comparePictures } from './compare-pictures.ts'
import { getIdleEncoderOptions, listFirstPassRungs, listIdleRungs } from './idle-codecs.ts'
import { chooseRungCrfs, chooseSamples } from './trial-encodes.ts'

testPriority.nice = 0
const folder = await mkdtemp(join(tmpdir(), 'afterbell-trials-'))
after(() => rm(folder, { recursive: true }))

/** Makes a video of three segments with a source filter of ffmpeg. */
async function makeVideo(picture: string) {
  const out = await mkdtemp(join(folder, 'video-'))
  const input = join(out, 'input.mp4')
  const encoder = '-t 12 -c:v libx264 -preset veryfast -crf 12 -pix_fmt yuv420p -g 40'.split(' ')
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', picture, ...encoder, input])
  return { source: await probeVideo(input), input, out }
}
type Video = Awaited<ReturnType<typeof makeVideo>>

const lastSegment: Piece = { firstSegment: 2, segments: 1 }

async function encode(
  video: Video,
  name: string,
  rungs: readonly LadderRung[],
  encoderOptions?: EncoderOptions,
): Promise<void> {
  const out = join(video.out, name)
  await mkdir(out)
  await encodePiece({ ...video, out, piece: lastSegment, rungs, encoderOptions })
}

/** Encodes another segment than the sample with the chosen CRFs. */
async function chooseAndEncode(video: Video) {
  const crfs = await chooseRungCrfs({ ...video, codec: 'av1' })
  const rungs = listIdleRungs(video.source, 'av1', crfs)
  await encode(video, 'h264', listFirstPassRungs(video.source, 'av1'))
  await encode(video, 'av1', rungs, getIdleEncoderOptions('av1'))
  return { crfs, rungs }
}

test('with the chosen CRFs, AV1 is as similar to the source as the first renditions, whatever the video shows', async () => {
  const shapes = await makeVideo('testsrc2=size=384x360:rate=10,boxblur=6')
  const { crfs, rungs } = await chooseAndEncode(shapes)
  const range = getPieceFrames(shapes.source, lastSegment)
  const qualities = await comparePictures({ ...shapes, rungs }, range, ['h264', 'av1'])
  assert.deepEqual([...qualities.keys()], ['144p', '240p', '360p'])
  for (const [rung, [h264, av1]] of qualities)
    assert.ok(Math.abs(av1! - h264!) < 1, `${rung}: ${h264} dB and ${av1} dB`)

  const stripes = await makeVideo('smptebars=size=384x360:rate=10,noise=alls=5:allf=t,boxblur=1')
  const ofStripes = await chooseRungCrfs({ ...stripes, codec: 'av1' })
  assert.ok(ofStripes['360p']! > crfs['360p']! + 5, JSON.stringify([crfs, ofStripes]))
})

test('pictures are compared with exactly the same frames of the source', async () => {
  const video = await makeVideo('testsrc2=size=384x360:rate=10')
  const { rungs } = await chooseAndEncode(video)
  const range = getPieceFrames(video.source, lastSegment)
  const same = await comparePictures({ ...video, rungs }, range, ['av1'])
  const shifted = await comparePictures({ ...video, rungs }, { ...range, first: range.first - 1 }, ['av1'])
  for (const { name } of rungs) assert.ok(same.get(name)![0]! > shifted.get(name)![0]! + 3, name)
})

test('samples are spread over the video, and never contain its end', () => {
  const list = (duration: number) => chooseSamples({ duration }).map(({ firstSegment }) => firstSegment)
  assert.deepEqual(list(7.9), [])
  assert.deepEqual(list(8), [0])
  assert.deepEqual(list(12), [1])
  assert.deepEqual(list(64), [7])
  assert.deepEqual(list(7200), [299, 899, 1499])
})
