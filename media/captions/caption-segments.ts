import { hlsSegmentSeconds } from '../encode/encode-commands.ts'
import type { Cue } from './cue.ts'
import { cueBlock } from './write-captions.ts'

/**
 * Builds the media playlist of a subtitle rendition (RFC 8216bis §3.1.4). `duration` is that of the video, in
 * seconds. The segments cover the whole video, also where nothing is said.
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
 * Writes one segment, counted from 1. A cue is in every segment in whose time it is shown. The renditions of the
 * site start at the timestamp 0, which the X-TIMESTAMP-MAP header states (RFC 8216bis §3.1.4).
 */
export function buildCaptionSegment(cues: readonly Cue[], number: number): string {
  const from = (number - 1) * hlsSegmentSeconds * 1000
  const to = from + hlsSegmentSeconds * 1000
  const shown = cues.filter(({ start, end }) => start < to && end > from)
  const header = ['WEBVTT', 'X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0', '']
  return [...header, ...shown.flatMap(cueBlock)].join('\n')
}
