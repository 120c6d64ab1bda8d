import { setTimeout as pause } from 'node:timers/promises'
import { withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { type ClaimedDelivery, claimDueDeliveries } from './claim-deliveries.ts'
import { deliverWebhook, type DeliveryOptions } from './deliver-webhook.ts'
import { defaultRetrySchedule } from './retry-schedule.ts'

/** How many requests a process sends to one endpoint at the same time. */
const requestsPerEndpoint = 8
/** How often a worker looks for due deliveries. New deliveries of its own events wake it earlier. */
const defaultPollMs = 1000

/** The time between two queries. Results that arrive within this time are followed by one query. */
const minPauseMs = 10
/** How long a process waits for running requests when it stops. Other workers repeat the rest after their lease. */
const stopTimeoutMs = 5000

const wakes = new Set<() => void>()

/** Makes the dispatcher of this process look for due deliveries at once. */
export function wakeWebhookDispatcher(): void {
  for (const wake of wakes) wake()
}

/**
 * Starts to send the deliveries that are due. Every worker process does. Returns a function that stops and waits for the
 * requests that are being sent.
 */
export function startWebhookDispatcher({
  perEndpoint = requestsPerEndpoint,
  pollMs = defaultPollMs,
  ...options
}: Partial<DeliveryOptions> & { perEndpoint?: number; pollMs?: number } = {}): () => Promise<void> {
  const stopped = new AbortController()
  const running = new Map<string, number>()
  const sending = new Set<Promise<void>>()
  let alarm = new AbortController()
  const wake = () => alarm.abort()
  wakes.add(wake)

  const start = (delivery: ClaimedDelivery) => {
    const endpointId = delivery.endpoint_id
    running.set(endpointId, (running.get(endpointId) ?? 0) + 1)
    const sent = withBackgroundTimeouts(() =>
      deliverWebhook(delivery, { schedule: defaultRetrySchedule, ...options }),
    )
      // Another attempt follows when the lease has ended.
      .catch((error: Error) => log.warn('a webhook attempt was not recorded', { error: error.message }))
      .finally(() => {
        sending.delete(sent)
        const left = running.get(endpointId)! - 1
        if (left === 0) running.delete(endpointId)
        else running.set(endpointId, left)
        wake()
      })
    sending.add(sent)
  }

  const run = async () => {
    while (!stopped.signal.aborted) {
      // The alarm is set before the query, so that it also rings for what happens during the query.
      alarm = new AbortController()
      const claimed = await withBackgroundTimeouts(() => claimDueDeliveries(running, perEndpoint)).catch(
        (error: Error) => {
          log.debug('due webhook deliveries could not be read', { error: error.message })
          return []
        },
      )
      claimed.forEach(start)
      await pause(minPauseMs)
      const signal = AbortSignal.any([stopped.signal, alarm.signal])
      await pause(pollMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const ended = run()
  return async () => {
    wakes.delete(wake)
    stopped.abort()
    await ended
    await Promise.race([Promise.all(sending), pause(stopTimeoutMs, undefined, { ref: false })])
  }
}
