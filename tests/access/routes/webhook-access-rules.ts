import { createAccessTestExemption, type RouteAccessRule } from './route-access-rule.ts'

/** webhook-access.test.ts requests all of these routes as every role, for a webhook that exists. */
const adminsOnly = createAccessTestExemption(
  'concerns a webhook of the site, and is for admins only (webhook-access.test.ts)',
)

export const webhookAccessRules: Record<string, RouteAccessRule> = {
  'GET /api/admin/webhooks': { about: 'desk', allowed: ['admin'], path: '/api/admin/webhooks' },
  'POST /api/admin/webhooks': adminsOnly,
  'GET /api/admin/webhooks/{id}': adminsOnly,
  'PATCH /api/admin/webhooks/{id}': adminsOnly,
  'DELETE /api/admin/webhooks/{id}': adminsOnly,
  'POST /api/admin/webhooks/{id}/secrets': adminsOnly,
  'POST /api/admin/webhooks/{id}/test-events': adminsOnly,
  'GET /api/admin/webhooks/{id}/deliveries': adminsOnly,
  'POST /api/admin/webhooks/{id}/deliveries/{delivery_id}/replays': adminsOnly,
  'POST /api/admin/webhooks/{id}/replays': adminsOnly,
}
