import type { CronJob } from '#server/platform/queue/queue.ts'
import { deleteOutdatedFirstDayCounts } from './first-day-limits.ts'

export const safetyCronJobs: CronJob[] = [
  { name: 'forget-first-days', cron: '35 * * * *', run: deleteOutdatedFirstDayCounts },
]
