import type { CronJob } from '#server/platform/queue/queue.ts'
import { indexWaitingCaptions } from './caption-index.ts'

export const captionCronJobs: CronJob[] = [
  { name: 'index-captions', cron: '* * * * *', run: indexWaitingCaptions },
]
