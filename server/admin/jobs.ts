import { type CronJob, type JobWorker, defineWorker } from '#server/platform/queue/queue.ts'
import { integrityCheckJob, runIntegrityCheck } from './storage/integrity-checks.ts'
import { measureStorage, startStorageMeasurement, storageMeasurementJob } from './storage/measure-storage.ts'

export const consoleWorkers: JobWorker[] = [
  defineWorker(storageMeasurementJob, measureStorage),
  defineWorker(integrityCheckJob, runIntegrityCheck),
]

export const consoleCronJobs: CronJob[] = [
  { name: 'start-storage-measurement', cron: '43 3 * * *', run: startStorageMeasurement },
]
