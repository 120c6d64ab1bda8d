import { webhookLimits } from '#contract/admin/webhooks.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { type EmailMessage, enqueueEmail } from '#server/platform/email.ts'

/** Disables an endpoint that does not accept events any more, and tells the admins once. */
export async function disableEndpoint(id: string, reason: 'failing' | 'gone'): Promise<void> {
  await transaction(async (tx) => {
    const endpoint = await tx
      .updateTable('webhook_endpoints')
      .set({ is_enabled: false, disabled_because: reason })
      .where('id', '=', id)
      .where('is_enabled', '=', true)
      .returning('url')
      .executeTakeFirst()
    if (!endpoint) return
    await endWaitingDeliveries(tx, id)
    await writeAuditEntry(tx, {
      action: 'disable_webhook',
      subject: { kind: 'webhook', id },
      details: { reason },
    })
    const admins = await tx.selectFrom('users').select('email').where('role', '=', 'admin').execute()
    for (const { email } of admins)
      await enqueueEmail(tx, disabledEndpointEmail(email, new URL(endpoint.url), reason))
  })
}

/** Ends the deliveries that wait for an attempt. An admin can replay them. */
export async function endWaitingDeliveries(tx: Tx, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', error: 'endpoint_disabled', ended_at: new Date() })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}

/** The path and the query of the URL can contain a secret, so the email names only the host. */
function disabledEndpointEmail(to: string, { host }: URL, reason: 'failing' | 'gone'): EmailMessage {
  const why =
    reason === 'gone'
      ? 'it answered that it is gone (410)'
      : `it has accepted no event for ${webhookLimits.failingDays} days`
  return {
    to,
    subject: `Webhook turned off: ${host}`,
    text: `${getSetting('site_name')} no longer sends events to ${host}, because ${why}.

When it works again, turn the webhook on and send the failed events again:
${config.publicUrl}/admin/webhooks
`,
  }
}
