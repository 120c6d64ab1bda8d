import type { CronJob } from '#server/platform/queue/queue.ts'
import { removeDeadWorkers } from './broadcast-workers.ts'
import { runBroadcastChores } from './ingest/broadcast-chores.ts'

/**
 * Workers look after broadcasts every second. The cron job finishes broadcasts that were left over when `LIVE`
 * was turned off.
 */
export const broadcastCronJobs: CronJob[] = [
  {
    name: 'sweep-broadcasts',
    cron: '*/10 * * * *',
    async run() {
      await runBroadcastChores()
      await removeDeadWorkers()
    },
  },
]
