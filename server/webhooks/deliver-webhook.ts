import { webhookLimits } from '#contract/admin/webhooks.ts'
import { parseRetryAfter } from '#server/notifications/push/push-request.ts'
import {
  type HostAddress,
  OutboundError,
  postToCheckedAddress,
} from '#server/platform/outbound/post-to-checked-address.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { isAllowedReceiver, parseReceiverUrl } from './receiver-url.ts'
import { recordDelivered, recordFailedAttempt, recordSkipped, type WebhookAttempt } from './record-attempt.ts'
import type { RetrySchedule } from './retry-schedule.ts'
import { signWebhook } from './sign-webhook.ts'
import { countWebhookAttempt } from './webhook-metrics.ts'
import { loadWebhookSubject } from './webhook-payload.ts'
import { decryptSecret } from '#server/platform/secret-encryption.ts'

/** How long a receiver may take to answer. This time must be shorter than the lease of a delivery. */
const timeoutMs = 10_000

export interface DeliveryOptions {
  schedule: RetrySchedule
  timeoutMs?: number
  /** Replaces the DNS lookup in tests. */
  resolve?: (hostname: string) => Promise<HostAddress[]>
}

/** Sends a claimed delivery and records the result. */
export async function deliverWebhook(delivery: ClaimedDelivery, options: DeliveryOptions): Promise<void> {
  const { event_type: type, subject_id: subjectId } = delivery
  // The payload is loaded for each attempt, so nothing that was hidden or deleted in the meantime leaves the site.
  const subject = await loadWebhookSubject({ type, subjectId })
  if (!subject) {
    countWebhookAttempt('skipped')
    return recordSkipped(delivery)
  }
  const timestamp = delivery.event_created_at.toISOString()
  const attempt = await sendAttempt(
    delivery,
    JSON.stringify({ type, timestamp, data: subject.data }),
    options,
  )
  const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  countWebhookAttempt(isDelivered ? 'delivered' : 'failed')
  if (isDelivered) return recordDelivered(delivery, attempt)
  return recordFailedAttempt(delivery, attempt, options.schedule)
}

async function sendAttempt(
  { url: address, event_id: id, secret, previous_secret }: ClaimedDelivery,
  body: string,
  { timeoutMs: limit = timeoutMs, resolve }: DeliveryOptions,
): Promise<WebhookAttempt> {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const secrets = decryptSecrets([secret, previous_secret])
  if (!secrets) return { status: null, body: null, error: 'secret_unreadable', retryAfter: null, ms: 0 }
  try {
    // The rules for URLs may have changed since the endpoint was created.
    const url = parseReceiverUrl(address)
    const response = await postToCheckedAddress(url, {
      headers: {
        ...signWebhook(secrets, { id, at: new Date(), body }),
        'content-type': 'application/json',
        'user-agent': 'Afterbell-Webhooks/1',
      },
      body,
      timeoutMs: limit,
      maxResponseBytes: webhookLimits.responseBytes,
      isAllowedAddress: (ip) => isAllowedReceiver(url, ip),
      ...(resolve && { resolve }),
    })
    return {
      status: response.status,
      body: response.body,
      error: null,
      retryAfter: parseRetryAfter(response.retryAfter ?? null),
      ms: elapsed(),
    }
  } catch (error) {
    const failure = error instanceof OutboundError ? error.failure : 'address_not_public'
    return { status: null, body: null, error: failure, retryAfter: null, ms: elapsed() }
  }
}

/** Returns null if the site's secret was replaced, so the secrets of webhooks cannot be read any more. */
function decryptSecrets(encrypted: (string | null)[]): string[] | null {
  try {
    return encrypted.filter((one) => one !== null).map(decryptSecret)
  } catch {
    return null
  }
}
