import { getTransparencyReport } from '#contract/privacy/transparency-report.ts'
import * as contract from '#contract/privacy/data-export.ts'
import { mountEndpoint, rawRoute } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { type CronJob, type JobWorker, defineWorker } from '#server/platform/queue/queue.ts'
import { requestOwnDataExport, loadOwnDataExport, dataExportJob } from './data-export/request-export.ts'
import { buildDataExport } from './data-export/build-export.ts'
import { serveDataExport } from './data-export/download-export.ts'
import { deleteStaleDataExports } from './data-export/stale-exports.ts'
import { notifyAgedOutUsers } from './age-out.ts'
import { enforceRetention } from './retention.ts'
import { storePreviousQuarterCounts, loadTransparencyReport } from './transparency-report.ts'

export const privacyRoutes = [
  mountEndpoint(contract.requestDataExport, ({ viewer }) => requestOwnDataExport(requireMember(viewer))),
  mountEndpoint(contract.getDataExport, ({ viewer }) => loadOwnDataExport(requireMember(viewer))),
  mountEndpoint(getTransparencyReport, () => loadTransparencyReport()),
  rawRoute(['GET'], contract.dataExportPath(':id'), async (c) =>
    serveDataExport(requireMember(c.var.viewer), c.req.param('id') ?? '', c.req.raw),
  ),
]

export const privacyWorkers: JobWorker[] = [defineWorker(dataExportJob, buildDataExport)]

export const privacyCronJobs: CronJob[] = [
  { name: 'sweep-exports', cron: '37 * * * *', run: () => deleteStaleDataExports() },
  { name: 'notify-aged-out-users', formerName: 'farewell', cron: '7 9 * * *', run: notifyAgedOutUsers },
  { name: 'retention', cron: '11 3 * * *', run: () => enforceRetention() },
  {
    name: 'record-transparency-report',
    formerName: 'transparency',
    cron: '20 4 * * *',
    run: () => storePreviousQuarterCounts(),
  },
]
