import { contentErasureJob } from '#server/content/delete-content.ts'
import { type CronJob, defineWorker } from '#server/platform/queue/queue.ts'
import { cleanUpReplacement, replacementCleanupJob } from './replacements/replacement-cleanup.ts'
import { eraseDeletedContent } from './erase-content.ts'
import { sweepUploads } from './sweep-uploads.ts'

export const contentErasureWorkers = [
  defineWorker(contentErasureJob, eraseDeletedContent),
  defineWorker(replacementCleanupJob, cleanUpReplacement),
]

export const uploadCronJobs: CronJob[] = [
  { name: 'sweep-uploads', cron: '17 * * * *', run: () => sweepUploads() },
]
