import type { CronJob } from '#server/platform/queue/queue.ts'
import { eraseAccountsDueForErasure } from './erase-account.ts'

export const accountDeletionCronJobs: CronJob[] = [
  { name: 'erase-accounts', cron: '*/10 * * * *', run: eraseAccountsDueForErasure },
]
