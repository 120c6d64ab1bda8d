import type { z } from 'zod'
import {
  createWebhook,
  updateWebhook,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '#contract/admin/webhooks.ts'
import { ApiError, describeApiError, isApiErrorCode } from '#contract/errors/api-error.ts'
import { OperatorCommandError } from '#server/operations/operator-command.ts'
import { isUuid } from '#server/platform/uuid.ts'
import {
  listDeliveries,
  replayDelivery,
  replayFailedDeliveries,
  sendTestEvent,
} from '#server/webhooks/delivery-log.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rotateEndpointSecret,
  updateWebhookEndpoint,
} from '#server/webhooks/endpoints.ts'
import type { CommandResult } from './maintenance-commands.ts'

export const webhookUsage =
  'webhooks [list], webhooks add URL EVENT…, webhooks events ID EVENT…, webhooks on|off|delete|rotate-secret|test|log ID, or webhooks replay ID DELIVERY|SINCE'

/** `npm run admin -- webhooks …`. Operators do the same as admins, and the audit log names no actor. */
export async function runWebhookCommand([verb = 'list', id = '', ...more]: string[]): Promise<CommandResult> {
  const run = commands[verb]
  if (!run || (verb !== 'list' && id === ''))
    return { text: `npm run admin -- ${webhookUsage}`, isSuccess: false }
  try {
    if (verb !== 'list' && verb !== 'add') requireUuid(id)
    return { text: await run(id, more), isSuccess: true }
  } catch (error) {
    if (error instanceof ApiError)
      throw new OperatorCommandError(
        error.code === 'not_found' ? 'There is no webhook or delivery with this id.' : error.detail,
      )
    throw error
  }
}

const operator = null

const commands: Record<string, (id: string, more: string[]) => Promise<string>> = {
  async list() {
    const endpoints = await listWebhookEndpoints()
    return endpoints.map(formatEndpoint).join('\n') || 'There are no webhooks.'
  },
  async add(url, event_types) {
    const input = parse(createWebhook.body!, { url, event_types })
    const { webhook, secret } = await createWebhookEndpoint(operator, input)
    return `${formatEndpoint(webhook)}\nThe secret is shown only now: ${secret}`
  },
  async events(id, event_types) {
    const changes = parse(updateWebhook.body!, { event_types })
    return formatEndpoint(await updateWebhookEndpoint(operator, id, changes))
  },
  on: async (id) => formatEndpoint(await updateWebhookEndpoint(operator, id, { is_enabled: true })),
  off: async (id) => formatEndpoint(await updateWebhookEndpoint(operator, id, { is_enabled: false })),
  async delete(id) {
    await deleteWebhookEndpoint(operator, id)
    return 'Deleted.'
  },
  async 'rotate-secret'(id) {
    const { secret, previous_secret_expires_at } = await rotateEndpointSecret(operator, id)
    return `The new secret is shown only now: ${secret}\nThe earlier secret is valid until ${previous_secret_expires_at}.`
  },
  async test(id) {
    const { delivery_id } = await sendTestEvent(operator, id)
    return `A worker sends the test event. See its result with: webhooks log ${id} (delivery ${delivery_id})`
  },
  async log(id) {
    const { items } = await listDeliveries(id, { limit: 50 })
    return items.map(formatDelivery).join('\n') || 'There are no deliveries yet.'
  },
  async replay(id, [what = '']) {
    if (/^\d{4}-\d{2}-\d{2}/.test(what) && !Number.isNaN(Date.parse(what))) {
      const { deliveries } = await replayFailedDeliveries(operator, id, new Date(what))
      return `${deliveries} failed deliveries are sent again.`
    }
    requireUuid(what)
    await replayDelivery(operator, id, what)
    return 'The event is sent again.'
  },
}

function requireUuid(id: string): void {
  if (!isUuid(id)) throw new ApiError('not_found')
}

/** Parses the arguments with the schema of the API. */
function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { message } = parsed.error.issues[0]!
  throw new OperatorCommandError(isApiErrorCode(message) ? describeApiError(message).detail : message)
}

function formatEndpoint({
  id,
  url,
  is_enabled,
  disabled_because,
  event_types,
  waiting,
}: WebhookEndpoint): string {
  const state = is_enabled ? 'on' : `off${disabled_because ? ` (${disabled_because})` : ''}`
  return `${id}  ${state}  ${url}  ${event_types.join(' ')}${waiting > 0 ? `  ${waiting} waiting` : ''}`
}

function formatDelivery(delivery: WebhookDelivery): string {
  const { id, created_at, event_type, state, attempts, response_status, response_ms, error } = delivery
  const result = response_status ?? error ?? ''
  const time = response_ms === null ? '' : `${response_ms} ms`
  return `${id}  ${created_at}  ${event_type}  ${state}  attempts: ${attempts}  ${result} ${time}`.trimEnd()
}
