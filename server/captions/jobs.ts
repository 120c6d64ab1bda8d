import { type CronJob, type JobWorker, defineWorker } from '#server/platform/queue/queue.ts'
import { captionVideoJob } from './automatic/automatic-captions-job.ts'
import { captionVideo } from './automatic/caption-video.ts'
import { requeueTranscriptions } from './automatic/requeue-transcriptions.ts'
import { indexWaitingCaptions } from './caption-index.ts'

// Each process transcribes one video at a time, so speech recognition uses at most one core.
export const captionWorkers: JobWorker[] = [
  defineWorker(captionVideoJob, (payload, running) => captionVideo(payload, running)),
]

export const captionCronJobs: CronJob[] = [
  { name: 'requeue-automatic-captions', cron: '23 * * * *', run: requeueTranscriptions },
  { name: 'index-captions', cron: '* * * * *', run: indexWaitingCaptions },
]
