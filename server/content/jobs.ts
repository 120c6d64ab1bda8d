import { type CronJob, defineWorker } from '#server/platform/queue/queue.ts'
import { applyAccountVisibility, accountVisibilityJob } from './account-visibility.ts'
import {
  publishOverdueVideos,
  publishScheduledVideo,
  publishVideoJob,
} from './publication/publish-scheduled-videos.ts'

export const contentWorkers = [
  defineWorker(accountVisibilityJob, applyAccountVisibility),
  defineWorker(publishVideoJob, publishScheduledVideo),
]

export const contentCronJobs: CronJob[] = [
  { name: 'publish-overdue-videos', cron: '* * * * *', run: publishOverdueVideos },
]
