import { defineJob } from '#server/platform/queue/queue.ts'

/**
 * Wakes up a worker, which then re-encodes one video while it has nothing else to do. The worker itself chooses the
 * video (`claimIdleEncoding`), because the order changes with every view.
 */
export const idleEncodingJob = defineJob<object>(
  'encode-when-idle',
  { retryLimit: 0 },
  { limitsItself: true },
)
