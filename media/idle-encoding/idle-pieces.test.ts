import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { createNumberedClip, readFrameNumbers } from '#tests/support/media/numbered-frames.ts'
import { encodeFirstRendition, encodeRemainingRenditions } from '../encode/encode.ts'
import { parseMediaPlaylist } from '../hls/media-playlist.ts'
import { type Rendition, streamRenditionBytes } from '../hls/rendition.ts'
import { encodePiece, encodePieceAudio } from '../pieces/encode-piece.ts'
import { listAudioBitrates } from '../pieces/piece-commands.ts'
import { joinPieces } from '../pieces/join-pieces.ts'
import { probeVideo } from '../probe/probe-video.ts'
import { testPriority } from '../sandbox/sandbox-command.ts'
import { getIdleEncoderOptions, type IdleCodec, listIdleRungs } from './idle-codecs.ts'
import { planIdlePieces } from './plan-idle-pieces.ts'

testPriority.nice = 0
const folder = await mkdtemp(join(tmpdir(), 'afterbell-idle-'))
after(() => rm(folder, { recursive: true }))

async function readSegmentDurations(out: string, name: string): Promise<number[]> {
  const { entries } = parseMediaPlaylist(await readFile(join(out, name, 'index.m3u8'), 'utf8'))
  return entries.map(({ seconds }) => Math.round(seconds * 1000) / 1000)
}

/** Encodes a clip in the same way as a new upload, and re-encodes it in both codecs of idle encoding. */
async function encodeClip({ rate, seconds }: { rate: string; seconds: number }) {
  const input = join(folder, `${seconds}.mp4`)
  await createNumberedClip(input, { rate, seconds, size: '384:360' })
  const source = await probeVideo(input)
  const first = await mkdtemp(join(folder, 'first-'))
  const done = await encodeFirstRendition({ source, input, out: first })
  await encodeRemainingRenditions({ source, input, out: first, done })
  const encodeAgain = async (codec: IdleCodec) => {
    const out = await mkdtemp(join(folder, `${codec}-`))
    const rungs = listIdleRungs(source, codec)
    const encoderOptions = getIdleEncoderOptions(codec)
    const pieces = planIdlePieces(source, codec)
    for (const piece of pieces) {
      const pieceFolder = join(out, `${piece.firstSegment}`)
      await mkdir(pieceFolder)
      await encodePiece({ source, input, out: pieceFolder, rungs, piece, encoderOptions })
    }
    for (const bitrate of listAudioBitrates(rungs)) await encodePieceAudio({ source, input, out }, bitrate)
    const made: Rendition[] = []
    for (const { name, audioBitrate } of rungs) {
      const files = pieces.map(({ firstSegment }) => join(out, `${firstSegment}`, `${name}.mp4`))
      const audio = join(out, `audio_${audioBitrate}.mp4`)
      made.push(await joinPieces({ source, out, audio }, name, iterate(files)))
    }
    return { out, made, pieces }
  }
  return { first, encodeAgain }
}

async function* iterate<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

test('the segments of AV1 and slow H.264 begin at the same frames as those of the initial encoding', async () => {
  // With 10.3 fps, every fifth segment has one frame more than the others.
  const { first, encodeAgain } = await encodeClip({ rate: '103/10', seconds: 38 })
  const expected = await readSegmentDurations(first, '360p')
  assert.ok(new Set(expected.slice(0, -1)).size > 1, `${expected}`)

  const av1 = await encodeAgain('av1')
  assert.ok(av1.pieces.length > 1)
  assert.deepEqual(
    av1.made.map(({ name }) => name),
    ['144p', '240p', '360p'],
  )
  for (const { name, independent, codecs } of av1.made) {
    assert.deepEqual(await readSegmentDurations(av1.out, name), expected)
    assert.ok(independent)
    assert.match(codecs, /^av01\.0\.\d\dM\.08,mp4a\.40\.2$/)
  }
  const bytes = Buffer.concat(await Array.fromAsync(streamRenditionBytes(av1.out, av1.made.at(-1)!)))
  const numbers = await readFrameNumbers(bytes)
  assert.deepEqual(
    numbers,
    numbers.map((_, i) => i),
  )

  const slow = await encodeAgain('h264')
  assert.deepEqual(
    slow.made.map(({ name }) => name),
    ['360p'],
  )
  assert.deepEqual(await readSegmentDurations(slow.out, '360p'), expected)
})

test('a video whose last segment is a single frame can be encoded again', async () => {
  const { first, encodeAgain } = await encodeClip({ rate: '25', seconds: 8.04 })
  const { out, made } = await encodeAgain('av1')
  const durations = await readSegmentDurations(out, made[0]!.name)
  assert.deepEqual(durations, await readSegmentDurations(first, '360p'))
})
