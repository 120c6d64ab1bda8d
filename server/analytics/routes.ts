import * as contract from '#contract/engagement/analytics.ts'
import { mountEndpoint, defineRawRoute } from '#server/platform/http/routes.ts'
import { requireMember } from '#server/platform/http/viewer.ts'
import { serveOwnAnalyticsCsv, serveVideoAnalyticsCsv } from './analytics-csv.ts'
import { loadOwnAnalytics, loadVideoAnalytics } from './load-analytics.ts'

export const analyticsRoutes = [
  mountEndpoint(contract.getOwnAnalytics, ({ viewer, query }) =>
    loadOwnAnalytics(requireMember(viewer), query.days),
  ),
  mountEndpoint(contract.getVideoAnalytics, ({ viewer, params, query }) =>
    loadVideoAnalytics(requireMember(viewer), params.id, query.days),
  ),
  defineRawRoute(['GET'], contract.ownAnalyticsCsvPath, (c) =>
    serveOwnAnalyticsCsv(requireMember(c.var.viewer), c.req.url),
  ),
  defineRawRoute(['GET'], contract.videoAnalyticsCsvPath('{id}'), (c) =>
    serveVideoAnalyticsCsv(requireMember(c.var.viewer), c.req.param('id') ?? '', c.req.url),
  ),
]
