import * as contract from '#contract/settings/settings-endpoints.ts'
import { requireAdmin } from '#server/moderation/staff/staff-viewer.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { changeSettings } from './change-settings.ts'
import { exportSettings, listSettings } from './list-settings.ts'

export const settingsRoutes = [
  mountEndpoint(contract.getSettings, ({ viewer }) => requireAdmin(viewer) && listSettings()),
  mountEndpoint(contract.patchSettings, async ({ viewer, body }) => {
    await changeSettings(requireAdmin(viewer), body.settings)
    return listSettings()
  }),
  mountEndpoint(contract.exportSettings, ({ viewer }) => requireAdmin(viewer) && exportSettings()),
  mountEndpoint(contract.importSettings, async ({ viewer, body }) => {
    const admin = requireAdmin(viewer)
    const changes = Object.entries(body.settings).map(([key, value]) => [key, { value }])
    await changeSettings(admin, Object.fromEntries(changes))
    return listSettings()
  }),
]
