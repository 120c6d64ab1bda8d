import { contentErasureJob } from '#server/content/delete-content.ts'
import { type CronJob, defineWorker } from '#server/platform/queue/queue.ts'
import { deleteReplacementLeftovers, replacementCleanupJob } from './replacements/replacement-cleanup.ts'
import { eraseDeletedContent } from './erase-content.ts'
import { sweepUploads } from './sweep-uploads.ts'

export const contentErasureWorkers = [
  defineWorker(contentErasureJob, eraseDeletedContent),
  defineWorker(replacementCleanupJob, deleteReplacementLeftovers),
]

export const uploadCronJobs: CronJob[] = [
  { name: 'sweep-uploads', cron: '17 * * * *', run: () => sweepUploads() },
]
