import { createAccessTestExemption, type RouteAccessRule } from './route-access-rule.ts'
import { moderationAccessRules } from './moderation-access-rules.ts'
import { broadcastAccessRules } from './broadcast-access-rules.ts'
import { consoleAccessRules } from './console-access-rules.ts'
import { captionAccessRules } from './caption-access-rules.ts'
import { commentAccessRules } from './comment-access-rules.ts'
import { contentAccessRules } from './content-access-rules.ts'
import { discoveryAccessRules } from './discovery-access-rules.ts'
import { accountAccessRules } from './account-access-rules.ts'
import { playlistAccessRules } from './playlist-access-rules.ts'
import { settingsAccessRules } from './settings-access-rules.ts'
import { seriesAccessRules } from './series-access-rules.ts'
import { webhookAccessRules } from './webhook-access-rules.ts'

export type * from './route-access-rule.ts'

/*
 * The access table of all routes. Every route of the server needs at least one row.
 * route-access-matrix.test.ts checks that no route is missing. A row names the resource of the route, the
 * actors with access, and the outcome for these actors. All other actors get the outcome for a resource that
 * never existed.
 */
export const routeAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  'GET /healthz': createAccessTestExemption('says whether the process is running'),
  'GET /healthz/client': createAccessTestExemption('returns only the address of the client itself'),
  'POST /api/live/{stream}': createAccessTestExemption(
    'acknowledges a heartbeat with a random ID that only the client of the stream knows',
  ),
  'GET /readyz': createAccessTestExemption('says whether the database responds'),
  'GET /metrics': createAccessTestExemption(
    'requires the operator’s token, and returns metrics without personal data (metrics.test.ts)',
  ),
  ...accountAccessRules,
  ...contentAccessRules,
  ...discoveryAccessRules,
  ...broadcastAccessRules,
  ...captionAccessRules,
  ...commentAccessRules,
  ...playlistAccessRules,
  ...seriesAccessRules,
  ...moderationAccessRules,
  ...webhookAccessRules,
  ...consoleAccessRules,
  ...settingsAccessRules,
}
