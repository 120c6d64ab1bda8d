import * as contract from '#contract/admin/storage.ts'
import { requireAdmin } from '#server/moderation/staff/staff-viewer.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { loadLastIntegrityCheck, startIntegrityCheck } from './integrity-checks.ts'
import { loadStorageOverview } from './load-storage-overview.ts'
import { requestStorageMeasurement } from './measure-storage.ts'

export const consoleStorageRoutes = [
  mountEndpoint(contract.getStorageOverview, ({ viewer }) => requireAdmin(viewer) && loadStorageOverview()),
  mountEndpoint(contract.measureStorage, ({ viewer }) => requestStorageMeasurement(requireAdmin(viewer))),
  mountEndpoint(contract.startIntegrityCheck, ({ viewer }) => startIntegrityCheck(requireAdmin(viewer))),
  mountEndpoint(contract.getIntegrityCheck, async ({ viewer }) => {
    requireAdmin(viewer)
    return { check: await loadLastIntegrityCheck() }
  }),
]
