import * as contract from '#contract/admin/jobs.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireConsoleAdmin } from '../console-viewer.ts'
import { cancelJob, retryJob } from './change-job.ts'
import { listJobs } from './list-jobs.ts'

export const consoleJobRoutes = [
  mountEndpoint(contract.listJobs, ({ viewer, query }) => requireConsoleAdmin(viewer) && listJobs(query)),
  mountEndpoint(contract.retryJob, ({ viewer, params }) => retryJob(requireConsoleAdmin(viewer), params)),
  mountEndpoint(contract.cancelJob, ({ viewer, params }) => cancelJob(requireConsoleAdmin(viewer), params)),
]
