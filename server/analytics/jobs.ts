import type { CronJob } from '#server/platform/queue/queue.ts'
import { publishDailyAnalytics } from './release-daily-analytics.ts'

export const analyticsCronJobs: CronJob[] = [
  { name: 'release-analytics', cron: '11 * * * *', run: () => publishDailyAnalytics() },
]
