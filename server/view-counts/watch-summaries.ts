import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import type { addWatchSummary } from '#contract/engagement/views.ts'
import { viewCountingRules } from '#contract/limits.ts'
import { requireVisibleContent } from '#server/content/get-content.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { tryConsumeRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { addToDailyWatchTotals } from './daily-watch-totals.ts'
import { parseRetentionBitmap, subtractRetentionBitmap } from './retention-bitmap.ts'
import { createViewToken, decryptViewToken, type ViewTokenPayload } from './view-tokens.ts'

type Summary = ParsedInputOf<typeof addWatchSummary>['body']

/** The player's highest playback rate. */
const maxPlaybackRate = 2
/**
 * The reported playback time can exceed the time since the view began by this many seconds, because the
 * browser may report the beginning of the view late.
 */
const slackSeconds = 30

/**
 * Adds the playback of one view to the totals of its day. The server stores nothing about the individual
 * view: the token in the browser contains the values of the previous summary. The response does not reveal
 * whether the view counts.
 */
export async function recordWatchSummary(
  viewer: Viewer,
  contentId: string,
  { token, ...summary }: Summary,
  address: string,
  now = new Date(),
): Promise<ResponseOf<typeof addWatchSummary>> {
  const item = await requireVisibleContent(viewer, contentId)
  const opened = decryptViewToken(token, now)
  if (!opened || opened.view.contentId !== contentId) return { token: null }
  const { view, nonce } = opened
  const hundredths = subtractRetentionBitmap(summary.played, view.played)
  if (hundredths === null || summary.seconds < view.seconds) return { token: null }
  if (!isPlausible(summary, view, item.duration_seconds, now)) return { token: null }
  if (!tryConsumeRateLimit('watchSummariesPerAddress', getClientNetworkAddress(address)))
    return { token: null }
  const isNew = !view.isCounted || (await addToDailyWatchTotals({ view, nonce, hundredths, ...summary }))
  return {
    token: isNew ? createViewToken({ ...view, seconds: summary.seconds, played: summary.played }) : null,
  }
}

/**
 * Returns whether the summary is plausible: the playback time does not exceed the time since the view began,
 * and no more of the video was played than fits into this time.
 */
function isPlausible(
  { seconds, played }: Pick<Summary, 'seconds' | 'played'>,
  { viewedAt }: ViewTokenPayload,
  duration: number | null,
  now: Date,
): boolean {
  const elapsed = (now.getTime() - viewedAt) / 1000 + viewCountingRules.afterSeconds + slackSeconds
  const count = parseRetentionBitmap(played).reduce((sum, bit) => sum + bit, 0)
  // The first and the last hundredth may have been played only partly.
  const shortest = (Math.max(0, count - 2) * (duration ?? 0)) / 100 / maxPlaybackRate
  return count > 0 && seconds <= elapsed && shortest <= seconds + 1
}
