import { createCounter } from '#server/platform/metrics/registry.ts'

/** `published`: viewers can get the new renditions. `failed`: the video is not tried again. */
export const idleEncodingsCounter = createCounter(
  'afterbell_idle_encodings_total',
  'Videos that this process has encoded again while it was idle, by codec and outcome',
  ['codec', 'outcome'],
)

/** `encoded`: the piece is stored. `interrupted`: the process got other work, or was stopped. */
export const idlePiecesCounter = createCounter(
  'afterbell_idle_pieces_total',
  'Pieces of videos that this process has started to encode while it was idle, by outcome',
  ['outcome'],
)
