import { unscopedRule, type RouteRule } from './route-rule.ts'
import { moderationRouteRules } from './moderation-route-rules.ts'
import { contentRouteRules } from './content-route-rules.ts'
import { accountRouteRules } from './account-route-rules.ts'

export type * from './route-rule.ts'

/*
 * The access table of all routes. Every route of the server needs at least one row. The test
 * route-access-matrix.test.ts checks that no route is missing. A row names the resource of the route, the
 * actors with access, and the outcome for these actors. All other actors get the outcome for a resource that
 * never existed.
 */
export const routeRules: Record<string, RouteRule | RouteRule[]> = {
  'GET /healthz': unscopedRule('says whether the process lives'),
  'POST /api/live/{stream}': unscopedRule('an answer to a heartbeat, by a name that only its stream knows'),
  'GET /readyz': unscopedRule('says whether the database answers'),
  'GET /metrics': unscopedRule(
    'for who holds the operator’s token; figures in which nobody is named (metrics.test.ts)',
  ),
  ...accountRouteRules,
  ...contentRouteRules,
  ...moderationRouteRules,
}
