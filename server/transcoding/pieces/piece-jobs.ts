import { defineJob } from '#server/platform/queue/queue.ts'
import type { RungGroup } from './rung-groups.ts'

/**
 * Wakes up a worker, which then encodes pieces until no piece is waiting. There is one job per piece, so that
 * all workers wake up. The pieces themselves are in the table `transcode_pieces`, because a worker must not
 * take a piece before it has time for it.
 */
export const pieceEncodingJob = defineJob<object>(
  'encode-pieces',
  { retryLimit: 100, retryDelay: 3, retryBackoff: false },
  { limitsItself: true },
)

/** Joins the encoded pieces of a group of rungs and publishes the renditions. */
export const pieceJoiningJob = defineJob<{ contentId: string; fence: number; group: RungGroup }>(
  'join-pieces',
  { retryLimit: 8, retryDelay: 3, retryBackoff: false },
  { limitsItself: true },
)
