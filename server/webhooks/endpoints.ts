import { sql } from 'kysely'
import {
  type createWebhook,
  type updateWebhook,
  type WebhookEndpoint,
  type WebhookEventType,
  webhookEventTypes,
  webhookLimits,
} from '#contract/admin/webhooks.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import { endWaitingDeliveries } from './disable-endpoint.ts'
import { parseReceiverUrl } from './receiver-url.ts'
import { encryptSecret } from '#server/platform/secret-encryption.ts'
import { createWebhookSecret } from './webhook-secrets.ts'

/** The admin who acts, or null for a command of the operator. */
export type WebhookActor = string | null

type NewWebhook = ParsedInputOf<typeof createWebhook>['body']
type WebhookChanges = ParsedInputOf<typeof updateWebhook>['body']

export async function listWebhookEndpoints(): Promise<WebhookEndpoint[]> {
  const rows = await selectEndpoints().orderBy('created_at').orderBy('id').execute()
  return rows.map(presentEndpoint)
}

export async function loadWebhookEndpoint(id: string): Promise<WebhookEndpoint> {
  const row = await selectEndpoints().where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return presentEndpoint(row)
}

/** Creates an endpoint. The secret is returned only once. */
export async function createWebhookEndpoint(
  actor: WebhookActor,
  { url, description, event_types }: NewWebhook,
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  const { href } = parseReceiverUrl(url)
  const secret = createWebhookSecret()
  const id = await transaction(async (tx) => {
    // The lock makes concurrent requests count each other's endpoints.
    await sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`.execute(tx)
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from webhook_endpoints`.execute(tx)
    if (rows[0]!.count >= webhookLimits.endpoints) throw new ApiError('too_many_webhooks')
    const created = await tx
      .insertInto('webhook_endpoints')
      .values({ url: href, description, event_types, secret: encryptSecret(secret) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(tx, 'create_webhook', actor, created.id)
    return created.id
  })
  return { webhook: await loadWebhookEndpoint(id), secret }
}

/** Changes an endpoint. Disabling it ends its waiting deliveries, which can be replayed later. */
export async function updateWebhookEndpoint(
  actor: WebhookActor,
  id: string,
  changes: WebhookChanges,
): Promise<WebhookEndpoint> {
  const { url, is_enabled } = changes
  const columns = {
    ...changes,
    ...(url !== undefined && { url: parseReceiverUrl(url).href, failing_since: null }),
    ...(is_enabled !== undefined && { disabled_because: null, failing_since: null }),
  }
  await transaction(async (tx) => {
    await lockEndpoint(tx, id)
    if (Object.keys(columns).length === 0) return
    await tx.updateTable('webhook_endpoints').set(columns).where('id', '=', id).execute()
    if (is_enabled === false) await endWaitingDeliveries(tx, id)
    await audit(tx, 'change_webhook', actor, id, { fields: Object.keys(changes).join(' ') })
  })
  return loadWebhookEndpoint(id)
}

export async function deleteWebhookEndpoint(actor: WebhookActor, id: string): Promise<undefined> {
  await transaction(async (tx) => {
    await lockEndpoint(tx, id)
    await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
    await audit(tx, 'delete_webhook', actor, id)
  })
}

/** Creates a new secret. Requests are also signed with the earlier secret until it expires. */
export async function rotateEndpointSecret(
  actor: WebhookActor,
  id: string,
): Promise<{ secret: string; previous_secret_expires_at: string }> {
  const secret = createWebhookSecret()
  return transaction(async (tx) => {
    await lockEndpoint(tx, id)
    const row = await tx
      .updateTable('webhook_endpoints')
      .set((current) => ({
        secret: encryptSecret(secret),
        previous_secret: current.ref('secret'),
        previous_secret_expires_at: sql<Date>`now() + make_interval(hours => ${webhookLimits.previousSecretHours})`,
      }))
      .where('id', '=', id)
      .returning('previous_secret_expires_at')
      .executeTakeFirstOrThrow()
    await audit(tx, 'rotate_webhook_secret', actor, id)
    return { secret, previous_secret_expires_at: row.previous_secret_expires_at!.toISOString() }
  })
}

/** Locks an endpoint until the transaction ends. Throws `not_found` if it does not exist. */
export async function lockEndpoint(tx: Tx, id: string): Promise<{ is_enabled: boolean }> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select('is_enabled')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row
}

/** The audit log does not contain URLs, because they can contain secrets. */
export function audit(
  tx: Tx,
  action: string,
  actor: WebhookActor,
  id: string,
  details: Record<string, string | number> = {},
): Promise<void> {
  return writeAuditEntry(tx, { action, actor, subject: { kind: 'webhook', id }, details })
}

function selectEndpoints() {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'description', 'event_types', 'is_enabled', 'disabled_because', 'failing_since'])
    .select('created_at')
    .select(
      sql<Date | null>`case when previous_secret_expires_at > now() then previous_secret_expires_at end`.as(
        'previous_secret_expires_at',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from webhook_deliveries
        where endpoint_id = webhook_endpoints.id and state = 'waiting')`.as('waiting'),
    )
}

type EndpointRow = Awaited<ReturnType<ReturnType<typeof selectEndpoints>['execute']>>[number]

function presentEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    ...row,
    event_types: webhookEventTypes.filter((type) => (row.event_types as WebhookEventType[]).includes(type)),
    previous_secret_expires_at: row.previous_secret_expires_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
