import type { LiveEventName, LiveEvents } from '#contract/live-updates.ts'
import { liveUpdateTimings as figures } from '#contract/live-update-limits.ts'
import { heartbeatAckPath } from '#contract/live-updates.ts'

/** Receives every live update of a stream. */
export type LiveUpdateListener = (name: LiveEventName, data: unknown) => void

type LiveUpdateHandlers = { [Name in LiveEventName]?: (data: LiveEvents[Name]) => void }

/**
 * Subscribes to the live updates at `path`, a path returned by `contentEventsPath(id)` or
 * `notificationEventsPath`. Only events after the cursor `after` are delivered; the API returns this cursor
 * as `live_cursor`. If the connection is lost, the page tries to reconnect after 1, 2 and 5 s, then every 10
 * s. After reconnecting, the stream continues with the first event that the page has not received. A
 * connection counts as lost if no heartbeat arrives for 35 s, which is the heartbeat interval of 25 s plus a
 * margin of 10 s. Returns a function that ends the subscription.
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
    // Listen for the `reset` event even without a handler, because the event contains the cursor from which
    // the stream resumes.
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
 * Acknowledges a heartbeat. If the page does not acknowledge the heartbeats of an event stream, the server
 * assumes that the page was closed and ends the stream. A failed acknowledgement of a heartbeat is ignored,
 * because the page reconnects if the server ends the event stream.
 */
function confirmHeartbeat(heartbeat: string): void {
  const { stream } = JSON.parse(heartbeat || '{}') as { stream?: string }
  if (stream) void fetch(heartbeatAckPath(stream), { method: 'POST', keepalive: true }).catch(() => {})
}
