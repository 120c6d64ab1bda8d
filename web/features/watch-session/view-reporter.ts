import { addVideoView, addWatchSummary, type ViewSource } from '#contract/engagement/views.ts'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import { sendApiBeacon } from '#web/api/api-client.ts'

interface ViewReportOptions {
  contentId: string
  /** The number of seconds that a viewer must watch before a view is counted. */
  requiredSeconds: number
  source: ViewSource
}

/** The playback state: the position in the video, the duration of the video and the playback rate. */
interface PlaybackPosition {
  currentTime: number
  duration: number
  rate: number
}

/**
 * Timers may stop while a device sleeps. Therefore, the time between two ticks counts as at most this many
 * seconds.
 */
const maxIntervalSeconds = 60
/**
 * If playback seems to have started less than this many seconds into the video, it counts as having started
 * at 0.
 */
const startToleranceSeconds = 4

/**
 * Reports one view of a video, and which parts of the video were played. The browser sends only a summary:
 * the number of seconds played, and which hundredths of the video were played. The server does not link the
 * summary to the viewer (docs/decisions/055).
 */
export function createViewReporter({ contentId, requiredSeconds, source }: ViewReportOptions) {
  const params = { id: contentId }
  const played = Array.from({ length: analyticsLimits.retentionPoints }, () => 0)
  let [seconds, reportedSeconds] = [0, 0]
  let isViewSent = false
  /** The token that must be sent with the next summary, or null if there is none. */
  let token: string | null = null
  let position: number | undefined

  async function sendView() {
    isViewSent = true
    token = (await sendApiBeacon(addVideoView, { params }))?.token ?? null
  }

  return {
    /**
     * Adds the playback between the times `since` and `now`. The playback ended at the position
     * `currentTime`.
     */
    addPlayback(since: number, now: number, { currentTime, duration, rate }: PlaybackPosition) {
      const elapsed = Math.min((now - since) / 1000, maxIntervalSeconds)
      if (elapsed <= 0) return
      seconds += elapsed
      const from = findStart(position, currentTime, elapsed * rate)
      position = currentTime
      // A hundredth of the video counts as played if its middle has been played.
      if (duration > 0)
        for (const at of played.keys()) {
          const middle = ((at + 0.5) / played.length) * duration
          if (middle > from && middle <= currentTime) played[at] = 1
        }
      if (!isViewSent && seconds >= requiredSeconds) void sendView()
    },
    /**
     * Sends the summary of the view so far. No summary is sent if the view has not been reported, or if no
     * more of the video has been played since the last summary.
     */
    async sendSummary() {
      const whole = Math.floor(seconds)
      if (!token || whole <= reportedSeconds || !played.includes(1)) return
      const body = { token, seconds: whole, played: toHexadecimal(played), source }
      token = null
      reportedSeconds = whole
      token = (await sendApiBeacon(addWatchSummary, { params, body }))?.token ?? null
    },
  }
}

/**
 * Returns the position in the video at which a period of playback began. After a seek, this position is only
 * an estimate.
 */
function findStart(previous: number | undefined, reached: number, distance: number): number {
  if (previous === undefined && reached - distance < startToleranceSeconds) return -1
  const isContinuous = previous !== undefined && reached >= previous && reached - previous <= distance + 1
  return isContinuous ? previous : reached - distance
}

function toHexadecimal(bits: readonly number[]): string {
  return bits.join('').replaceAll(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16))
}
