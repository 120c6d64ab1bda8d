import * as contract from '#contract/site-metrics.ts'
import { requireAdmin } from '#server/moderation/staff/staff-viewer.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import { loadSiteMetrics } from './site-metrics.ts'

export const metricsPageRoutes = [
  mountEndpoint(
    contract.getSiteMetrics,
    ({ viewer, query }) => requireAdmin(viewer) && loadSiteMetrics(query.hours),
  ),
]
