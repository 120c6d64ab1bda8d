import { type CronJob, defineBatchWorker, defineWorker } from '#server/platform/queue/queue.ts'
import { newVideoJob, notifyFollowers } from './announce-new-video.ts'
import { createNotifications } from './create-notifications.ts'
import { deleteOldNotifications } from './notifications.ts'
import { notificationJob } from './notification-job.ts'
import { postponedNewVideoJob } from './new-video-notifications.ts'
import { notifyAfterQuietHours } from './postponed-new-videos.ts'

export const notificationWorkers = [
  defineBatchWorker(notificationJob, createNotifications, 100),
  // Separate queues, so that a creator with many followers does not delay other notifications.
  defineWorker(newVideoJob, notifyFollowers),
  defineBatchWorker(postponedNewVideoJob, notifyAfterQuietHours, 500),
]

export const notificationCronJobs: CronJob[] = [
  { name: 'sweep-notifications', cron: '41 3 * * *', run: () => deleteOldNotifications() },
]
