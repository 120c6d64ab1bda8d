import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { SingleLineText } from '../user-text.ts'

/*
 * Webhooks tell other programs about events on the site. The requests follow the Standard Webhooks
 * specification (docs/webhooks.md).
 */

const tag = 'Admin'

/** The events that an endpoint can subscribe to. */
export const webhookEventTypes = [
  'video.ready',
  'video.published',
  'comment.created',
  'report.opened',
  'live.started',
] as const
/** A test event is sent only if an admin asks for it. */
export const WebhookEventType = z.enum([...webhookEventTypes, 'webhook.test'])
export type WebhookEventType = z.output<typeof WebhookEventType>

export const webhookDeliveryStates = ['waiting', 'delivered', 'failed', 'skipped'] as const
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

/** Why an attempt had no response, or why a delivery was ended without an attempt. */
export const webhookDeliveryErrors = [
  'address_not_public',
  'host_unknown',
  'connection_failed',
  'certificate_invalid',
  'timeout',
  'endpoint_disabled',
  'secret_unreadable',
] as const
export type WebhookDeliveryError = (typeof webhookDeliveryErrors)[number]

export const webhookLimits = {
  endpoints: 20,
  urlLength: 2000,
  descriptionLength: 200,
  /** After a rotation, requests are also signed with the earlier secret for this long. */
  previousSecretHours: 24,
  /** How many bytes of a response the log contains. */
  responseBytes: 1024,
  logDays: 30,
  /** An endpoint is disabled if all attempts have failed for this long. */
  failingDays: 5,
}

const WebhookUrl = z.string('webhook_url_invalid').trim().max(webhookLimits.urlLength, 'webhook_url_invalid')
const WebhookDescription = SingleLineText.refine(
  (text) => text.length <= webhookLimits.descriptionLength,
  'webhook_description_too_long',
)
const WebhookEventTypes = z
  .array(z.enum(webhookEventTypes, 'webhook_events_empty'), 'webhook_events_empty')
  .min(1, 'webhook_events_empty')
  .max(50, 'webhook_events_empty')
  .transform((types) => webhookEventTypes.filter((type) => types.includes(type)))

export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.enum(webhookEventTypes)),
  is_enabled: z.boolean(),
  disabled_because: z
    .enum(['failing', 'gone'])
    .nullable()
    .meta({ description: 'Why the site has disabled the webhook: it failed for days, or answered 410.' }),
  previous_secret_expires_at: Timestamp.nullable(),
  failing_since: Timestamp.nullable().meta({
    description: 'The first failed attempt since the last success.',
  }),
  waiting: z.int().meta({ description: 'Deliveries that wait for their first or next attempt.' }),
  created_at: Timestamp,
})
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

const Secret = z.string().meta({ description: 'The signing secret. It is returned only once.' })

export const WebhookDelivery = z.object({
  id: Id,
  event_id: Id.meta({ description: 'The `webhook-id` header.' }),
  event_type: WebhookEventType,
  state: z.enum(webhookDeliveryStates),
  attempts: z.int(),
  next_attempt_at: Timestamp.nullable(),
  attempted_at: Timestamp.nullable(),
  response_ms: z.int().nullable(),
  response_status: z.int().nullable(),
  response_body: z.string().nullable().meta({ description: 'The first 1,024 bytes of the response.' }),
  error: z.enum(webhookDeliveryErrors).nullable(),
  created_at: Timestamp,
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const params = z.object({ id: Id })

export const listWebhooks = defineEndpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  summary: 'Lists the webhooks. Admins only.',
  tag,
  response: z.object({ items: z.array(WebhookEndpoint) }),
})

export const createWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  summary: 'Creates a webhook and returns its secret. Admins only.',
  tag,
  status: 201,
  body: z.strictObject({
    url: WebhookUrl,
    description: WebhookDescription.default(''),
    event_types: WebhookEventTypes,
  }),
  response: z.object({ webhook: WebhookEndpoint, secret: Secret }),
})

export const getWebhook = defineEndpoint({
  method: 'GET',
  path: '/api/admin/webhooks/{id}',
  summary: 'Returns a webhook. Admins only.',
  tag,
  params,
  response: WebhookEndpoint,
})

export const updateWebhook = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/webhooks/{id}',
  summary: 'Changes a webhook. Disabling it ends its waiting deliveries. Admins only.',
  tag,
  params,
  body: z.strictObject({
    url: WebhookUrl.optional(),
    description: WebhookDescription.optional(),
    event_types: WebhookEventTypes.optional(),
    is_enabled: z.boolean().optional(),
  }),
  response: WebhookEndpoint,
})

export const deleteWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/{id}',
  summary: 'Deletes a webhook and its log. Admins only.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const rotateWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{id}/secrets',
  summary: 'Creates a new secret. The earlier secret remains valid for 24 hours. Admins only.',
  tag,
  status: 201,
  params,
  response: z.object({ secret: Secret, previous_secret_expires_at: Timestamp }),
})

export const sendWebhookTestEvent = defineEndpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{id}/test-events',
  summary: 'Sends a `webhook.test` event. Admins only.',
  tag,
  status: 202,
  params,
  response: z.object({ delivery_id: Id }),
})

export const listWebhookDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/admin/webhooks/{id}/deliveries',
  summary: 'Lists the deliveries of a webhook, newest first. Admins only.',
  tag,
  params,
  query: z.strictObject({
    state: z.enum(webhookDeliveryStates).optional(),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: z.object({ items: z.array(WebhookDelivery), next_cursor: z.string().nullable() }),
})

export const replayWebhookDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{id}/deliveries/{delivery_id}/replays',
  summary: 'Sends an event again, with the same `webhook-id`. Admins only.',
  tag,
  status: 202,
  params: z.object({ id: Id, delivery_id: Id }),
  response: z.undefined(),
})

export const replayFailedWebhookDeliveries = defineEndpoint({
  method: 'POST',
  path: '/api/admin/webhooks/{id}/replays',
  summary: 'Sends all failed events since a time again. Admins only.',
  tag,
  status: 202,
  params,
  body: z.strictObject({ since: z.iso.datetime() }),
  response: z.object({ deliveries: z.int() }),
})
