import { livePartSeconds, liveTargetSeconds } from '../live-events.ts'
import {
  hasVisibleEnd,
  listVisibleParts,
  listVisibleSegments,
  type LivePlaylistPart,
  type LivePlaylistSegment,
  type LivePlaylistView,
} from './live-playlist-view.ts'

/** The names of the files of a rendition, relative to its playlist. */
export const liveFileNames = {
  playlist: 'index.m3u8',
  init: (initNumber: number): string => `init-${initNumber}.mp4`,
  segment: (sequence: number): string => `${sequence}.m4s`,
  part: (sequence: number, partIndex: number): string => `${sequence}.${partIndex}.m4s`,
}

export type LiveMediaPlaylistOptions = {
  /** Whether to leave out old segments (EXT-X-SKIP). Decided by `decideLiveReload`. */
  isDelta?: boolean
  /** The other renditions, for EXT-X-RENDITION-REPORT. `uri` is relative to this playlist. */
  otherRenditions?: readonly { uri: string; parts: readonly LivePlaylistPart[] }[]
}

/** Delta updates leave out segments that are older than this many seconds. */
const skipUntilSeconds = 6 * liveTargetSeconds
/** Individual parts are listed only for this many seconds at the end of the playlist. */
const partHistorySeconds = 3 * liveTargetSeconds

/**
 * Builds the Low-Latency HLS playlist of a rendition (RFC 8216bis). The playlist lists all segments from the
 * start of the broadcast, except parts that are still delayed.
 */
export function buildLiveMediaPlaylist(
  view: LivePlaylistView,
  { isDelta = false, otherRenditions = [] }: LiveMediaPlaylistOptions = {},
): string {
  const segments = listVisibleSegments(view)
  const remaining = remainingSeconds(segments)
  const skipped = isDelta ? segments.filter((_, at) => remaining[at]! > skipUntilSeconds).length : 0
  const listed = segments.slice(skipped)
  const dates = findTimelineStarts(view.parts)
  return [
    ...headerLines(segments),
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
    ...listed.flatMap((segment, at) => [
      ...mapLines(segment, segments[skipped + at - 1]),
      `#EXT-X-PROGRAM-DATE-TIME:${programDateTime(segment.parts[0]!, dates)}`,
      ...(remaining[skipped + at]! - segment.duration < partHistorySeconds
        ? segment.parts.map(partLine)
        : []),
      ...(segment.isComplete
        ? [`#EXTINF:${formatSeconds(segment.duration)},`, liveFileNames.segment(segment.sequence)]
        : []),
    ]),
    ...(hasVisibleEnd(view)
      ? ['#EXT-X-ENDLIST']
      : [
          preloadHint(segments.at(-1)),
          ...otherRenditions.flatMap((other) => reportLines(other.uri, { ...view, parts: other.parts })),
        ]),
    '',
  ].join('\n')
}

function headerLines(segments: readonly LivePlaylistSegment[]) {
  const isIndependent = segments.every(({ parts }) => parts[0]!.independent)
  const control = [
    'CAN-BLOCK-RELOAD=YES',
    `CAN-SKIP-UNTIL=${skipUntilSeconds.toFixed(1)}`,
    `HOLD-BACK=${(3 * liveTargetSeconds).toFixed(1)}`,
    `PART-HOLD-BACK=${(3 * livePartSeconds).toFixed(2)}`,
  ]
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${liveTargetSeconds}`,
    `#EXT-X-SERVER-CONTROL:${control.join(',')}`,
    `#EXT-X-PART-INF:PART-TARGET=${livePartSeconds}`,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
    ...(isIndependent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
  ]
}

/** Returns, for each segment, the seconds from its start to the end of the playlist. */
function remainingSeconds(segments: readonly LivePlaylistSegment[]): number[] {
  let sum = 0
  return segments
    .toReversed()
    .map(({ duration }) => (sum += duration))
    .toReversed()
}

function mapLines({ initNumber }: LivePlaylistSegment, before: LivePlaylistSegment | undefined) {
  if (before?.initNumber === initNumber) return []
  const map = `#EXT-X-MAP:URI="${liveFileNames.init(initNumber)}"`
  return before ? ['#EXT-X-DISCONTINUITY', map] : [map]
}

function partLine({ sequence, partIndex, duration, independent }: LivePlaylistPart) {
  const uri = liveFileNames.part(sequence, partIndex)
  return `#EXT-X-PART:DURATION=${formatSeconds(duration)},URI="${uri}"${independent ? ',INDEPENDENT=YES' : ''}`
}

function preloadHint(last: LivePlaylistSegment | undefined) {
  const [sequence, partIndex] = !last
    ? [0, 0]
    : last.isComplete
      ? [last.sequence + 1, 0]
      : [last.sequence, last.parts.at(-1)!.partIndex + 1]
  return `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${liveFileNames.part(sequence, partIndex)}"`
}

function reportLines(uri: string, view: LivePlaylistView) {
  const last = listVisibleParts(view).at(-1)
  if (!last) return []
  return [`#EXT-X-RENDITION-REPORT:URI="${uri}",LAST-MSN=${last.sequence},LAST-PART=${last.partIndex}`]
}

/**
 * Returns, for each init segment, the wall-clock time of position 0 on its timeline. The times of all
 * segments are computed from the first part of the timeline, so that a burst of parts after an interruption
 * does not distort them.
 */
function findTimelineStarts(parts: readonly LivePlaylistPart[]): Map<number, number> {
  const starts = new Map<number, number>()
  for (const { initNumber, madeAt, startTime, duration } of parts)
    if (!starts.has(initNumber)) starts.set(initNumber, madeAt.getTime() - 1000 * (startTime + duration))
  return starts
}

function programDateTime({ initNumber, startTime }: LivePlaylistPart, starts: Map<number, number>) {
  return new Date(Math.round(starts.get(initNumber)! + 1000 * startTime)).toISOString()
}

function formatSeconds(seconds: number) {
  return seconds.toFixed(5)
}
