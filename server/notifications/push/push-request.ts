import { config } from '#server/platform/config.ts'
import { getContactEmail } from '#server/platform/runtime-settings/runtime-settings.ts'
import { isAllowedPushEndpoint } from '#server/platform/push-services.ts'
import type { PushMessage } from './push-message.ts'
import type { VapidKeys } from './vapid-keys.ts'

/**
 * How long a push service may take to answer. This time limit must be shorter than the lease of a delivery.
 */
export const pushTimeoutMs = 10_000

/** The TTL of a message in seconds: how long the push service keeps it for an offline device. */
const secondsToLive = 12 * 3600

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * The outcome of a delivery attempt: `sent` if the push service has accepted the message, `gone` if the
 * browser is no longer subscribed, `rejected` if a retry is useless, or `failed` if a retry may help.
 * `retryAfter` is the delay in seconds, if the push service asks for one.
 */
export type PushResult =
  | { outcome: 'sent' | 'gone' }
  | { outcome: 'rejected'; status: number }
  | { outcome: 'failed'; retryAfter: number | null }

/**
 * Sends a message to a push service (RFC 8030), encrypted for the browser (RFC 8291). If a message is sent
 * again after a lost response, its topic makes the push service replace the pending copy. Does not follow
 * redirects, because they could lead to any URL.
 */
export async function sendPushMessage(
  { endpoint, p256dh, auth }: PushTarget,
  message: PushMessage,
  keys: VapidKeys,
): Promise<PushResult> {
  // The configured list of allowed push services may have changed since the browser subscribed.
  if (!isAllowedPushEndpoint(endpoint, config.pushServices)) return { outcome: 'gone' }
  // The library is loaded on demand, so only sites that send push messages load it.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: `mailto:${getContactEmail()}`, ...keys },
      TTL: secondsToLive,
      urgency: 'normal',
      topic: topicOf(message.id),
    },
  )
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: body as BodyInit,
    redirect: 'manual',
    signal: AbortSignal.timeout(pushTimeoutMs),
  }).catch(() => null)
  if (!response) return { outcome: 'failed', retryAfter: null }
  // The response body is discarded, because it is not needed and the push service could delay it
  // indefinitely.
  await response.body?.cancel().catch(() => {})
  return interpretResponse(response)
}

function interpretResponse({ ok, status, headers }: Response): PushResult {
  if (ok) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status === 408 || status === 429 || status >= 500)
    return { outcome: 'failed', retryAfter: parseRetryAfter(headers.get('retry-after')) }
  return { outcome: 'rejected', status }
}

/** Parses a `Retry-After` header: a number of seconds, or a date. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | null {
  if (value === null) return null
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

/** The id of the notification in base64url, because a topic has at most 32 characters. */
function topicOf(notificationId: string): string {
  return Buffer.from(notificationId.replaceAll('-', ''), 'hex').toString('base64url')
}
