import { getSiteOverview } from '#contract/admin/overview.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { requireConsoleViewer } from './console-viewer.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { loadSiteOverview } from './overview.ts'

export const adminRoutes = [
  mountEndpoint(getSiteOverview, ({ viewer }) => loadSiteOverview(requireConsoleViewer(viewer))),
  ...settingsRoutes,
  ...invitationRoutes,
]
