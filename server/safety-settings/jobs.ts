import type { CronJob } from '#server/platform/queue/queue.ts'
import { sweepFirstDayCounts } from './first-day-limits.ts'

export const safetyCronJobs: CronJob[] = [
  {
    name: 'sweep-first-day-usage',
    formerName: 'forget-first-days',
    cron: '35 * * * *',
    run: sweepFirstDayCounts,
  },
]
