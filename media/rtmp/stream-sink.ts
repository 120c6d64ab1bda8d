import type { DisconnectReason } from './disconnect-reasons.ts'
import type { FlvPiece } from './flv/flv-piece-builder.ts'

/** The destination of the pieces of one broadcast. */
export type StreamSink = {
  /**
   * Writes the next piece. The server does not read from the encoder until the promise resolves. If the
   * promise is rejected, the broadcast ends.
   */
  write: (piece: FlvPiece) => Promise<void>
  /**
   * Called exactly once, after the last piece. `write` is not called again after that. If the reason is
   * `stopped`, `sink_failed` or `sink_stalled`, pieces that have not been written yet are dropped, and one
   * `write` may still be pending.
   */
  end: (reason: DisconnectReason) => void
}
