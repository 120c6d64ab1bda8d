import type { CronJob } from '#server/platform/queue/queue.ts'
import { deleteOutdatedFirstDayCounts } from './first-day-limits.ts'

export const safetyCronJobs: CronJob[] = [
  {
    name: 'sweep-first-day-usage',
    formerName: 'forget-first-days',
    cron: '35 * * * *',
    run: deleteOutdatedFirstDayCounts,
  },
]
