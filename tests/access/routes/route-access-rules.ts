import { createAccessTestExemption, type RouteAccessRule } from './route-access-rule.ts'
import { moderationAccessRules } from './moderation-access-rules.ts'
import { contentAccessRules } from './content-access-rules.ts'
import { accountAccessRules } from './account-access-rules.ts'

export type * from './route-access-rule.ts'

/*
 * The access table of all routes. Every route of the server needs at least one row. The test
 * route-access-matrix.test.ts checks that no route is missing. A row names the resource of the route, the
 * actors with access, and the outcome for these actors. All other actors get the outcome for a resource that
 * never existed.
 */
export const routeAccessRules: Record<string, RouteAccessRule | RouteAccessRule[]> = {
  'GET /healthz': createAccessTestExemption('says whether the process lives'),
  'POST /api/live/{stream}': createAccessTestExemption(
    'an answer to a heartbeat, by a name that only its stream knows',
  ),
  'GET /readyz': createAccessTestExemption('says whether the database answers'),
  'GET /metrics': createAccessTestExemption(
    'for who holds the operator’s token; figures in which nobody is named (metrics.test.ts)',
  ),
  ...accountAccessRules,
  ...contentAccessRules,
  ...moderationAccessRules,
}
