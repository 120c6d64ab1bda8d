import { hlsSegmentSeconds } from '../encode/encode-commands.ts'
import type { Cue } from './cue.ts'
import { formatWebVttCue } from './serialize-captions.ts'

/**
 * Builds the media playlist of a subtitle rendition (RFC 8216bis §3.1.4). `duration` is the duration of the
 * video in seconds. The segments cover the whole video, including the parts without captions.
 */
export function buildCaptionPlaylist(duration: number): string {
  const count = countCaptionSegments(duration)
  const entries = Array.from({ length: count }, (_, at) => {
    const seconds = Math.min(hlsSegmentSeconds, Math.max(0.001, duration - at * hlsSegmentSeconds))
    return [`#EXTINF:${seconds.toFixed(3)},`, `${at + 1}.vtt`]
  })
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${hlsSegmentSeconds}`,
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...entries.flat(),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}

export function countCaptionSegments(duration: number): number {
  return Math.max(1, Math.ceil(duration / hlsSegmentSeconds - 0.001))
}

/**
 * The timestamp of the start of the video in the renditions, in units of 1/90,000 s. Because x264 reorders
 * frames, the first frame is shown two frames after the timestamp 0: after 83 ms at 24 frames per second, and
 * after 33 ms at 60 frames per second. Audio-only renditions start at 0. The constant (40 ms) lies between
 * these start times, so captions appear at most 43 ms early or 40 ms late. Even if the uploaded file does not
 * start at time 0, for example because it was trimmed, the renditions have these start times (measured with
 * ffprobe).
 */
const startTimestamp = 0.04 * 90_000

/**
 * Writes one segment. Segment numbers start at 1. A cue is repeated in every segment during which it is
 * shown. The X-TIMESTAMP-MAP header maps the segment's times to the timestamps of the renditions (RFC 8216bis
 * §3.1.4). The segment ends with an empty line. Without the empty line, ffmpeg would show the header of the
 * next segment as text of the last cue when it joins segments.
 */
export function buildCaptionSegment(cues: readonly Cue[], number: number): string {
  const from = (number - 1) * hlsSegmentSeconds * 1000
  const to = from + hlsSegmentSeconds * 1000
  const shown = cues.filter(({ start, end }) => start < to && end > from)
  const header = `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:${startTimestamp}\n\n`
  return header + [...shown.flatMap(formatWebVttCue), ''].join('\n')
}
