import assert from 'node:assert/strict'
import { addVideoView, addWatchSummary, type ViewSource } from '#contract/engagement/views.ts'
import type { TestUser } from './test-app.ts'

/** One view of a video, as a browser reports it. */
export interface ViewSession {
  viewer: string
  contentId: string
  /** The time of the report, in milliseconds since 1970. */
  at: number
  source: ViewSource
  /**
   * The watch summaries of the view. Each summary covers the whole view up to that moment. `after` is the
   * number of seconds since the view started.
   */
  summaries: { after: number; seconds: number; played: string }[]
}

/**
 * Returns a bitmap with one bit for each hundredth of a video, as 25 hex digits. The bits from `from` up to
 * but not including `to` are set.
 */
export function encodeRetentionBitmap(from: number, to: number): string {
  const bits = Array.from({ length: 100 }, (_, at) => (at >= from && at < to ? '1' : '0')).join('')
  return bits.replaceAll(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16))
}

/**
 * Sends the sessions through the API in chronological order. `setTime` sets the clock before each request.
 */
export async function replayViewSessions(
  sessions: ViewSession[],
  browsers: Map<string, Pick<TestUser, 'call'>>,
  setTime: (at: number) => void,
): Promise<void> {
  const tokens = new Map<ViewSession, string>()
  const requests = sessions.flatMap((session) => {
    const { contentId: id, viewer, at, source } = session
    const view = async () => {
      const { token } = await browsers.get(viewer)!.call(addVideoView, { params: { id } })
      tokens.set(session, token)
    }
    const summaries = session.summaries.map(({ after, ...summary }) => ({
      at: at + after * 1000,
      async send() {
        const body = { ...summary, source, token: tokens.get(session)! }
        const { token } = await browsers.get(viewer)!.call(addWatchSummary, { params: { id }, body })
        assert.ok(token, 'the summary is accepted')
        tokens.set(session, token)
      },
    }))
    return [{ at, send: view }, ...summaries]
  })
  for (const request of requests.toSorted((a, b) => a.at - b.at)) {
    setTime(request.at)
    await request.send()
  }
}
