import { type CronJob, defineBatchWorker } from '#server/platform/queue/queue.ts'
import { createNotifications } from './create-notifications.ts'
import { deleteOldNotifications } from './notifications.ts'
import { notificationJob } from './notification-job.ts'

export const notificationWorkers = [defineBatchWorker(notificationJob, createNotifications, 100)]

export const notificationCronJobs: CronJob[] = [
  { name: 'sweep-notifications', cron: '41 3 * * *', run: () => deleteOldNotifications() },
]
