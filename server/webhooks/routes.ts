import * as contract from '#contract/admin/webhooks.ts'
import { requireAdmin } from '#server/moderation/staff/staff-viewer.ts'
import { mountEndpoint } from '#server/platform/http/routes.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { listDeliveries, replayDelivery, replayFailedDeliveries, sendTestEvent } from './delivery-log.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  loadWebhookEndpoint,
  rotateEndpointSecret,
  updateWebhookEndpoint,
} from './endpoints.ts'

export const webhookRoutes = [
  mountEndpoint(contract.listWebhooks, async ({ viewer }) => {
    requireAdmin(viewer)
    return { items: await listWebhookEndpoints() }
  }),
  mountEndpoint(contract.createWebhook, ({ viewer, body }) =>
    createWebhookEndpoint(requireActingAdmin(viewer), body),
  ),
  mountEndpoint(
    contract.getWebhook,
    ({ viewer, params }) => requireAdmin(viewer) && loadWebhookEndpoint(params.id),
  ),
  mountEndpoint(contract.updateWebhook, ({ viewer, params, body }) =>
    updateWebhookEndpoint(requireActingAdmin(viewer), params.id, body),
  ),
  mountEndpoint(contract.deleteWebhook, ({ viewer, params }) =>
    deleteWebhookEndpoint(requireActingAdmin(viewer), params.id),
  ),
  mountEndpoint(contract.rotateWebhookSecret, ({ viewer, params }) =>
    rotateEndpointSecret(requireActingAdmin(viewer), params.id),
  ),
  mountEndpoint(contract.sendWebhookTestEvent, ({ viewer, params }) =>
    sendTestEvent(requireActingAdmin(viewer), params.id),
  ),
  mountEndpoint(
    contract.listWebhookDeliveries,
    ({ viewer, params, query }) => requireAdmin(viewer) && listDeliveries(params.id, query),
  ),
  mountEndpoint(contract.replayWebhookDelivery, ({ viewer, params }) =>
    replayDelivery(requireActingAdmin(viewer), params.id, params.delivery_id),
  ),
  mountEndpoint(contract.replayFailedWebhookDeliveries, ({ viewer, params, body }) =>
    replayFailedDeliveries(requireActingAdmin(viewer), params.id, new Date(body.since)),
  ),
]

/** Returns the id of the admin, and counts the action toward its rate limit. */
function requireActingAdmin(viewer: Viewer): string {
  const { id } = requireAdmin(viewer)
  enforceRateLimit('webhooks', id)
  return id
}
