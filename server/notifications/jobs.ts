import { type CronJob, defineBatchWorker, defineWorker } from '#server/platform/queue/queue.ts'
import { notifyFollowersJob, notifyFollowers } from './announce-new-video.ts'
import {
  cancelledBroadcastJob,
  postponedScheduleChangeJob,
  rescheduledBroadcastJob,
} from './broadcast-changes/announce-schedule-change.ts'
import { notifyOfCancelledBroadcast } from './broadcast-changes/cancelled-broadcasts.ts'
import { notifyAfterDelay } from './broadcast-changes/postponed-notifications.ts'
import { notifyOfRescheduledBroadcast } from './broadcast-changes/rescheduled-broadcasts.ts'
import { createNotifications } from './create-notifications.ts'
import { weeklyDigestJob, enqueueDueDigests, sendWeeklyDigest } from './digest/send-digests.ts'
import { deleteOldNotifications } from './notifications.ts'
import { notificationJob } from './notification-job.ts'
import { notifyAfterQuietHoursJob } from './new-video-notifications.ts'
import { notifyAfterQuietHours } from './postponed-new-video-notifications.ts'
import { deliverPushMessages } from './push/deliver-push.ts'
import { pushJob } from './push/push-job.ts'

export const notificationWorkers = [
  defineBatchWorker(notificationJob, createNotifications, 100),
  // New-video notifications have separate queues, so that a creator with many followers does not delay other
  // notifications.
  defineWorker(notifyFollowersJob, notifyFollowers),
  defineBatchWorker(notifyAfterQuietHoursJob, notifyAfterQuietHours, 500),
  defineWorker(cancelledBroadcastJob, notifyOfCancelledBroadcast),
  defineWorker(rescheduledBroadcastJob, notifyOfRescheduledBroadcast),
  defineBatchWorker(postponedScheduleChangeJob, notifyAfterDelay, 500),
  // All push messages in a batch are sent at the same time, so a push service that does not answer delays
  // only the next batch.
  defineBatchWorker(pushJob, deliverPushMessages, 20),
  defineWorker(weeklyDigestJob, ({ userId }) => sendWeeklyDigest({ userId }), 2),
]

export const notificationCronJobs: CronJob[] = [
  { name: 'sweep-notifications', cron: '41 3 * * *', run: () => deleteOldNotifications() },
  // The job for the weekly email runs from Friday to Monday (UTC) to cover the weekend in all time zones.
  { name: 'weekly-digests', cron: '*/10 * * * 5,6,0,1', run: () => enqueueDueDigests() },
]
