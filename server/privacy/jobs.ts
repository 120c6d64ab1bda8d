import { type CronJob, type JobWorker, defineWorker } from '#server/platform/queue/queue.ts'
import { dataExportJob } from './data-export/request-export.ts'
import { buildDataExport } from './data-export/build-export.ts'
import { deleteStaleDataExports } from './data-export/stale-exports.ts'
import { notifyAgedOutUsers } from './age-out.ts'
import { enforceRetention } from './retention.ts'
import { storePreviousQuarterReport } from './transparency-report.ts'

export const privacyWorkers: JobWorker[] = [defineWorker(dataExportJob, buildDataExport)]

export const privacyCronJobs: CronJob[] = [
  { name: 'sweep-exports', cron: '37 * * * *', run: () => deleteStaleDataExports() },
  { name: 'notify-aged-out-users', formerName: 'farewell', cron: '7 9 * * *', run: notifyAgedOutUsers },
  { name: 'retention', cron: '11 3 * * *', run: () => enforceRetention() },
  {
    name: 'record-transparency-report',
    formerName: 'transparency',
    cron: '20 4 * * *',
    run: () => storePreviousQuarterReport(),
  },
]
