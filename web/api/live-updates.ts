import type { LiveEventName, LiveEvents } from '#contract/live-updates.ts'
import { liveUpdateTimings as figures } from '#contract/limits.ts'
import { heartbeatAckPath } from '#contract/live-updates.ts'

type LiveUpdateHandlers = { [Name in LiveEventName]?: (data: LiveEvents[Name]) => void }

/**
 * Subscribes to the live updates at `path`, which is `contentEventsPath(id)` or `notificationEventsPath`. The
 * updates start after the cursor `after`, which the API returns as `live_cursor`. If the connection is lost,
 * attempts to reconnect follow after 1, 2 and 5 s, then every 10 s. The stream resumes after the last
 * received event. A connection counts as lost if no heartbeat arrives for 35 s, which is the heartbeat
 * interval of 25 s plus a margin of 10 s. Returns a function that ends the subscription.
 */
export function subscribeToLiveUpdates(
  path: string,
  after: number,
  handlers: LiveUpdateHandlers,
): () => void {
  let lastId = String(after)
  let tries = 0
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const open = () => {
    source = new EventSource(`${path}?after=${lastId}`)
    source.addEventListener('open', () => {
      tries = 0
      expectHeartbeat()
    })
    source.addEventListener('error', reconnect)
    source.addEventListener('heartbeat', (event: MessageEvent<string>) => {
      expectHeartbeat()
      confirmHeartbeat(event.data)
    })
    // Listen for `reset` even without a handler, because the event contains the cursor to resume from.
    for (const [name, handle] of Object.entries({ reset: () => {}, ...handlers }))
      listen(source, name, handle as (data: unknown) => void)
  }
  const listen = (from: EventSource, name: string, handle: (data: unknown) => void) =>
    from.addEventListener(name, (event: MessageEvent<string>) => {
      if (event.lastEventId) lastId = event.lastEventId
      expectHeartbeat()
      handle(JSON.parse(event.data))
    })
  const expectHeartbeat = () => {
    clearTimeout(timer)
    timer = setTimeout(reconnect, figures.heartbeat + figures.timeout)
  }
  const reconnect = () => {
    source?.close()
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(open, figures.reconnect[Math.min(tries++, figures.reconnect.length - 1)])
  }

  open()
  return () => {
    stopped = true
    clearTimeout(timer)
    source?.close()
  }
}

/**
 * Acknowledges a heartbeat. If the page does not acknowledge heartbeats, the server assumes that the page was
 * closed and ends the stream. A failed acknowledgement is ignored, because the page reconnects if the server
 * ends the stream.
 */
function confirmHeartbeat(heartbeat: string): void {
  const { stream } = JSON.parse(heartbeat || '{}') as { stream?: string }
  if (stream) void fetch(heartbeatAckPath(stream), { method: 'POST', keepalive: true }).catch(() => {})
}
