import type { PlaybackReport } from '#contract/playback-quality.ts'
import { createCounter, createHistogram } from '#server/platform/metrics/registry.ts'
import { listPlayedSeconds, seekBuckets, startupBuckets } from './playback-measures.ts'

const viewings = createCounter('afterbell_playback_viewings_total', 'Viewings that browsers have reported')
const exits = createCounter(
  'afterbell_playback_exits_before_start_total',
  'Viewings that ended before the first frame',
)
const errors = createCounter('afterbell_playback_errors_total', 'Viewings with an error, by error', ['error'])
const startup = createHistogram(
  'afterbell_playback_startup_seconds',
  'Seconds from the press on Play to the first frame, as browsers report them',
  [],
  startupBuckets,
)
const seek = createHistogram('afterbell_playback_seek_seconds', 'Duration of seeks', [], seekBuckets)
const stalledRatio = createHistogram(
  'afterbell_playback_stalled_ratio',
  'Stalled time divided by the time played, by viewing',
  [],
  [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1],
)
const stalled = createCounter(
  'afterbell_playback_stalled_seconds_total',
  'Seconds for which playback waited for data after it had started',
)
const played = createCounter(
  'afterbell_playback_played_seconds_total',
  'Seconds played, by the shorter side of the picture in pixels',
  ['quality'],
)
const downshifts = createCounter(
  'afterbell_playback_downshifts_total',
  'Automatic changes to a lower quality during playback',
)
const frames = createCounter('afterbell_playback_frames_total', 'Frames of video that browsers have decoded')
const dropped = createCounter(
  'afterbell_playback_dropped_frames_total',
  'Decoded frames that browsers have not shown',
)

/** Adds a report to the metrics of this process. */
export function countPlaybackReport(report: PlaybackReport): void {
  viewings.inc()
  if (report.exited) exits.inc()
  if (report.error) errors.inc({ error: report.error })
  if (report.startup !== null) startup.observe(report.startup)
  for (const seconds of report.seeks) seek.observe(seconds)
  stalled.inc(report.stalled)
  downshifts.inc(report.downshifts)
  frames.inc(report.frames)
  dropped.inc(report.dropped)
  let total = 0
  for (const [quality, seconds] of listPlayedSeconds(report)) {
    played.inc({ quality }, seconds)
    total += seconds
  }
  if (total > 0) stalledRatio.observe(report.stalled / total)
}
