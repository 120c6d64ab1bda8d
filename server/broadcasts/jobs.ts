import type { CronJob } from '#server/platform/queue/queue.ts'
import { removeExpiredEncoderConnections } from './encoders/encoder-connections.ts'
import { removeDeadWorkers } from './broadcast-workers.ts'
import { runBroadcastChores } from './ingest/broadcast-chores.ts'
import { countBroadcastViewers } from './viewers/count-viewers.ts'

/**
 * Workers run these chores every second. The cron job finishes the broadcasts that remain after `LIVE` has
 * been turned off.
 */
export const broadcastCronJobs: CronJob[] = [
  {
    name: 'sweep-broadcasts',
    cron: '*/10 * * * *',
    async run() {
      await runBroadcastChores()
      await removeDeadWorkers()
      await countBroadcastViewers()
      await removeExpiredEncoderConnections()
    },
  },
]
