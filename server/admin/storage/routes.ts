import * as contract from '#contract/admin/storage.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireConsoleAdmin } from '../console-viewer.ts'
import { loadLastIntegrityCheck, startIntegrityCheck } from './integrity-checks.ts'
import { loadStorageOverview } from './load-storage-overview.ts'
import { requestStorageMeasurement } from './measure-storage.ts'

export const consoleStorageRoutes = [
  mountEndpoint(
    contract.getStorageOverview,
    ({ viewer }) => requireConsoleAdmin(viewer) && loadStorageOverview(),
  ),
  mountEndpoint(contract.measureStorage, ({ viewer }) => requestStorageMeasurement(requireConsoleAdmin(viewer))),
  mountEndpoint(contract.startIntegrityCheck, ({ viewer }) => startIntegrityCheck(requireConsoleAdmin(viewer))),
  mountEndpoint(contract.getIntegrityCheck, async ({ viewer }) => {
    requireConsoleAdmin(viewer)
    return { check: await loadLastIntegrityCheck() }
  }),
]
