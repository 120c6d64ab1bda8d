/* A worker process of the benchmark. Encodes the pieces that the parent process sends, in all rungs. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBitrateLadder } from '#media/encode/bitrate-ladder.ts'
import { encodePiece } from '#media/pieces/encode-piece.ts'
import type { Piece } from '#media/pieces/plan-pieces.ts'
import { probeVideo } from '#media/probe/probe-video.ts'

const [input, folder] = process.argv.slice(2) as [string, string]
const source = await probeVideo(input)
const rungs = buildBitrateLadder(source)
process.on('message', (piece: Piece) => void encode(piece))
process.send!('idle')

async function encode(piece: Piece): Promise<void> {
  const out = join(folder, `${piece.firstSegment}`)
  await mkdir(out)
  await encodePiece({ source, input, out, rungs, piece })
  process.send!('idle')
}
