import type { CronJob } from '#server/platform/queue/queue.ts'
import { aggregateOldViews } from './daily-view-counts.ts'
import { deleteOldRecentViews } from './recent-views.ts'

export const viewCountCronJobs: CronJob[] = [
  {
    name: 'aggregate-old-views',
    formerName: 'sum-old-views',
    cron: '37 4 * * *',
    run: () => aggregateOldViews(),
  },
  { name: 'sweep-view-marks', cron: '41 * * * *', run: () => deleteOldRecentViews() },
]
