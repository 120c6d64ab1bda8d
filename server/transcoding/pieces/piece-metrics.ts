import { createCounter } from '#server/platform/metrics/registry.ts'

/**
 * `encoded`: the piece is stored. `returned`: the process was stopped before the piece was complete. `failed`:
 * an error. `superseded`: another worker has taken over the piece, or the video was deleted.
 */
export const piecesCounter = createCounter(
  'afterbell_pieces_total',
  'Pieces of long videos that this process has started to encode, by outcome',
  ['outcome'],
)
