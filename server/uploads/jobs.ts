import type { CronJob } from '#server/platform/queue/queue.ts'
import { sweepUploads } from './sweep-uploads.ts'

export const uploadCronJobs: CronJob[] = [
  { name: 'sweep-uploads', cron: '17 * * * *', run: () => sweepUploads() },
]
