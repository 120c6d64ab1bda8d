import * as contract from '#contract/admin/jobs.ts'
import { requireAdmin } from '#server/moderation/staff/staff-viewer.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { cancelJob, retryJob } from './change-job.ts'
import { listJobs } from './list-jobs.ts'

export const consoleJobRoutes = [
  mountEndpoint(contract.listJobs, ({ viewer, query }) => requireAdmin(viewer) && listJobs(query)),
  mountEndpoint(contract.retryJob, ({ viewer, params }) => retryJob(requireAdmin(viewer), params)),
  mountEndpoint(contract.cancelJob, ({ viewer, params }) => cancelJob(requireAdmin(viewer), params)),
]
