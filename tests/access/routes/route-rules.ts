import { unscopedRule, type RouteRule } from './route-rule.ts'
import { moderationRouteRules } from './moderation-route-rules.ts'
import { contentRouteRules } from './content-route-rules.ts'
import { accountRouteRules } from './account-route-rules.ts'

export type * from './route-rule.ts'

/*
 * The table of routes. Each route of the server has a row here (route-access-matrix.test.ts fails without), or several. A row says what
 * the route is about, who may, and what who may gets; all others get what they would get if the thing had never been.
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
