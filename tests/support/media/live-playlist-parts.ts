import type { LivePlaylistPart } from '#media/live/playlists/live-playlist-view.ts'

/** The start time of the broadcast that `listTestParts` returns, in milliseconds. */
export const testStart = Date.UTC(2026, 10, 27, 20)

/**
 * Lists the parts of a broadcast that has been running for a few seconds, with segments of 4 s and parts of
 * 0.5 s.
 */
export function listTestParts(seconds: number): LivePlaylistPart[] {
  return Array.from({ length: seconds * 2 }, (_, n) => ({
    sequence: Math.floor(n / 8),
    partIndex: n % 8,
    segmentStartTime: 10 + 4 * Math.floor(n / 8),
    startTime: 10 + n / 2,
    duration: 0.5,
    independent: n % 8 === 0,
    endsSegment: n % 8 === 7,
    madeAt: new Date(testStart + 500 * (n + 1)),
    byteLength: 100_000,
    initNumber: 0,
  }))
}
