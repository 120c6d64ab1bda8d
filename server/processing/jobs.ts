import { reportSandbox } from '#media/ffmpeg.ts'
import { log } from '../platform/log.ts'
import { type Chore, type Worker, worker } from '../platform/queue.ts'
import { processUpload } from '../uploads/complete.ts'
import { processContent } from './process.ts'
import { sweepRenditions, sweepWork } from './sweep.ts'

reportSandbox((line) => log.warn(line))

// Two at once: a long film does not keep a short clip waiting, and ffmpeg uses every core anyway.
export const processingWorkers: Worker[] = [worker(processUpload, processContent, 2)]

export const processingChores: Chore[] = [
  { name: 'sweep-renditions', cron: '37 * * * *', run: () => sweepRenditions() },
  { name: 'sweep-work', cron: '*/10 * * * *', run: () => sweepWork() },
]
