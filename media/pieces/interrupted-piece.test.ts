import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { createNumberedClip, readFrameNumbers } from '#tests/support/media/numbered-frames.ts'
import { buildBitrateLadder } from '../encode/bitrate-ladder.ts'
import { streamRenditionBytes } from '../hls/rendition.ts'
import { probeVideo } from '../probe/probe-video.ts'
import { encodePiece, keepCompleteSegments } from './encode-piece.ts'
import { joinPieces } from './join-pieces.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-interrupted-'))
after(() => rm(folder, { recursive: true }))

async function* iterate(...paths: string[]): AsyncGenerator<string> {
  yield* paths
}

test('keeps the complete segments of an interrupted piece and continues with the next frame', async () => {
  const input = join(folder, 'clip.mp4')
  await createNumberedClip(input, { rate: '25', seconds: 60 })
  const source = await probeVideo(input)
  const rungs = buildBitrateLadder(source).slice(-2)
  const [begun, rest] = [join(folder, 'begun'), join(folder, 'rest')]
  await mkdir(begun)
  await mkdir(rest)
  const piece = { firstSegment: 0, segments: null }
  const stop = new AbortController()
  const onProgress = (part: number) => part > 0.5 && stop.abort(new Error('stopping'))
  await assert.rejects(
    encodePiece({ source, input, out: begun, rungs, piece, signal: stop.signal, onProgress }),
    { message: 'stopping' },
  )
  const kept = await keepCompleteSegments({ source, out: begun, rungs }, piece)
  assert.ok(kept && kept.segments >= 1 && kept.segments < 15, `${kept?.segments} segments`)
  const next = { firstSegment: kept.segments, segments: null }
  await encodePiece({ source, input, out: rest, rungs, piece: next })
  for (const { name } of rungs) {
    const paths = iterate(join(begun, `${name}.mp4`), join(rest, `${name}.mp4`))
    const rendition = await joinPieces({ source, out: folder, audio: null }, name, paths)
    assert.equal(rendition.segments, 15)
    const bytes = Buffer.concat(await Array.fromAsync(streamRenditionBytes(folder, rendition)))
    assert.deepEqual(
      await readFrameNumbers(bytes),
      Array.from({ length: 60 * 25 }, (_, frame) => frame),
    )
  }
})

test('keeps nothing of a piece that has no complete segment', async () => {
  const out = join(folder, 'empty')
  await mkdir(out)
  const source = await probeVideo(join(folder, 'clip.mp4'))
  const rungs = buildBitrateLadder(source).slice(-1)
  assert.equal(await keepCompleteSegments({ source, out, rungs }, { firstSegment: 0, segments: null }), null)
})
