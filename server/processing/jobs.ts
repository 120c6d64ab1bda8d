import { reportSandbox } from '#media/fenced.ts'
import { log } from '../platform/log.ts'
import { type Chore, type Worker, worker } from '../platform/queue.ts'
import { processUpload } from '../uploads/complete.ts'
import { measureRuns } from './ffmpeg-metrics.ts'
import { processContent } from './process.ts'
import { sweepRenditions, sweepWork } from './sweep.ts'

reportSandbox((level, line) => log[level](line))
measureRuns()

// So many at once are made playable; who waits for a ladder beside that holds no place (see process.ts).
export const processingWorkers: Worker[] = [worker(processUpload, processContent, 6)]

export const processingChores: Chore[] = [
  { name: 'sweep-renditions', cron: '37 * * * *', run: () => sweepRenditions() },
  { name: 'sweep-work', cron: '*/10 * * * *', run: () => sweepWork() },
]
