import { contentEvents } from '#contract/live.ts'
import { statusPoll } from '#contract/limits.ts'
import { getStream, type Stream } from '#contract/uploads.ts'
import { call } from '#web/api/call.ts'
import { follow } from '#web/api/live.ts'

interface Where {
  streamId: string
  contentId: string
  signal: AbortSignal
}

/**
 * Waits until a video can be played, was refused, or the patience of the specification is spent (first look
 * after 1.5 s, then every 3 s, up to 60 more). Live updates tell sooner; either way `hear` gets every state.
 */
export function awaitReady({ streamId, contentId, signal }: Where, hear: (stream: Stream) => void) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let looks = 0
  const tell = (stream: Stream) => {
    if (signal.aborted) return
    hear(stream)
    if (isSettled(stream)) resolve()
  }
  const look = async () => {
    // A look that fails is only a look that fails: the next one may work.
    await call(getStream, { params: { streamId } }).then(tell, () => undefined)
    if (++looks > statusPoll.most) return resolve()
    timer = setTimeout(look, statusPoll.every)
  }
  let timer = setTimeout(look, statusPoll.first)
  const unfollow = follow(contentEvents(contentId), 0, { stream: tell })
  signal.addEventListener('abort', () => resolve())
  return promise.finally(() => {
    clearTimeout(timer)
    looks = Infinity
    unfollow()
  })
}

export function isSettled(stream: Stream): boolean {
  return stream.ready || stream.state === 'refused' || stream.state === 'failed'
}
