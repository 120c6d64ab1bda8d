import type { DisconnectReason } from './disconnect-reasons.ts'
import type { FlvPiece } from './flv/flv-piece-builder.ts'

/** Where the pieces of one broadcast go. */
export type StreamSink = {
  /**
   * Takes the next piece. The server reads nothing more from the encoder until the promise resolves. A
   * rejection ends the broadcast.
   */
  write: (piece: FlvPiece) => Promise<void>
  /**
   * Called exactly once, after the last piece. There is no `write` after it. After `stopped`, `sink_failed`
   * and `sink_stalled`, pieces that were not written yet are dropped, and a `write` may still be unsettled.
   */
  end: (reason: DisconnectReason) => void
}
