import { type CronJob, type JobWorker, defineWorker } from '#server/platform/queue/queue.ts'
import { transcriptionJob } from './automatic/automatic-captions-job.ts'
import { transcribeNextChunk } from './automatic/transcribe-next-chunk.ts'
import { requeueTranscriptions } from './automatic/requeue-transcriptions.ts'
import { indexUnindexedCaptions } from './caption-index.ts'

// One video at a time in each process, so that speech recognition uses at most one core.
export const captionWorkers: JobWorker[] = [
  defineWorker(transcriptionJob, (payload, running) => transcribeNextChunk(payload, running)),
]

export const captionCronJobs: CronJob[] = [
  { name: 'requeue-automatic-captions', cron: '23 * * * *', run: requeueTranscriptions },
  { name: 'index-captions', cron: '* * * * *', run: indexUnindexedCaptions },
]
