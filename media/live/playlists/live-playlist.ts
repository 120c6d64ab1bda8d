import type { LivePartRecord } from '../live-events.ts'

/**
 * A stored part, as input for playlists. Parts are sorted by sequence number and part index. `initNumber`
 * increases when the broadcaster starts a new source, which is a discontinuity.
 */
export type LivePlaylistPart = Pick<
  LivePartRecord,
  | 'sequence'
  | 'partIndex'
  | 'startTime'
  | 'segmentStartTime'
  | 'duration'
  | 'independent'
  | 'endsSegment'
  | 'madeAt'
  | 'byteLength'
> & { initNumber: number }

/** A rendition at one moment, as one group of viewers may see it. */
export type LivePlaylistView = {
  parts: readonly LivePlaylistPart[]
  /** Whether the broadcast has ended. Every part is then visible as soon as its hold has passed. */
  ended: boolean
  now: Date
  /** A part becomes visible this many seconds after it was made: 0 for staff and the broadcaster. */
  holdSeconds: number
}

/** The query parameters of a playlist request (RFC 8216bis §6.2.5). */
export type LiveReloadQuery = {
  _HLS_msn?: number | undefined
  _HLS_part?: number | undefined
  _HLS_skip?: 'YES' | 'v2' | undefined
}

/**
 * - `answer`: send the playlist now, as a delta update if `isDelta`.
 * - `wait`: decide again at `until`, or when a part is made or the broadcast ends. After `timeoutAt`, respond
 *   with status 503.
 * - `bad_request`: respond with status 400.
 */
export type LiveReloadDecision =
  | { action: 'answer'; isDelta: boolean }
  | { action: 'wait'; until: Date | null; timeoutSeconds: number }
  | { action: 'bad_request' }
