import { deleteExpiredEmails, deliverEmail, sendEmailJob } from './email.ts'
import { deleteExpiredIdempotencyKeys } from './http/idempotency.ts'
import { deleteOldLiveUpdates } from './live-updates/live-updates.ts'
import { type CronJob, defineWorker } from './queue/queue.ts'

export const emailWorkers = [defineWorker(sendEmailJob, deliverEmail, 2, { andForget: true })]

export const platformCronJobs: CronJob[] = [
  { name: 'sweep-emails', formerName: 'sweep-letters', cron: '47 * * * *', run: () => deleteExpiredEmails() },
  {
    name: 'sweep-idempotency-keys',
    formerName: 'forget-answers',
    cron: '27 * * * *',
    run: deleteExpiredIdempotencyKeys,
  },
  { name: 'sweep-live-events', formerName: 'sweep-live', cron: '*/10 * * * *', run: deleteOldLiveUpdates },
]
