import { setSandboxLogger } from '#media/sandbox/spawn-sandboxed.ts'
import { log } from '#server/platform/log.ts'
import { type CronJob, type JobWorker, defineWorker } from '#server/platform/queue/queue.ts'
import { transcodeUploadJob } from '#server/uploads/complete-upload.ts'
import { recordFfmpegMetrics } from './ffmpeg-metrics.ts'
import { transcodeContent } from './transcode.ts'
import { sweepRenditions, sweepWorkFolders } from './sweep.ts'

setSandboxLogger((level, line) => log[level](line))
recordFfmpegMetrics()

// So many at once are made playable; who waits for a ladder beside that holds no place (see process.ts).
export const transcodingWorkers: JobWorker[] = [defineWorker(transcodeUploadJob, transcodeContent, 6)]

export const transcodingCronJobs: CronJob[] = [
  { name: 'sweep-renditions', cron: '37 * * * *', run: () => sweepRenditions() },
  { name: 'sweep-work', cron: '*/10 * * * *', run: () => sweepWorkFolders() },
]
