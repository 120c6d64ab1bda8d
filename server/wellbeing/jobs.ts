import type { CronJob } from '#server/platform/queue/queue.ts'
import { deleteOldWatchTime } from './watch-time.ts'

export const wellbeingCronJobs: CronJob[] = [
  { name: 'sweep-watch-time', cron: '17 4 * * *', run: () => deleteOldWatchTime() },
]
