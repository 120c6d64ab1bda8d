import { livePartSeconds, liveTargetSeconds } from '../live-events.ts'
import {
  hasVisibleEnd,
  listVisibleParts,
  visibleFrom,
  type LivePlaylistPart,
  type LivePlaylistView,
} from './live-playlist-view.ts'

/**
 * The query parameters of a playlist request (RFC 8216bis §6.2.5): `_HLS_msn`, `_HLS_part` and `_HLS_skip`.
 */
export type LiveReloadQuery = {
  sequence?: number | undefined
  partIndex?: number | undefined
  skip?: 'YES' | 'v2' | undefined
}

/**
 * - `answer`: send the playlist now, as a delta update if `isDelta`, and without its end if `hidesEnd`. hls.js does not
 *   load the last parts of a broadcast if it learns about them and about the end from the same playlist. A request for
 *   a part that exists is therefore answered as if the broadcast had not ended, and the next request gets the end.
 * - `wait`: decide again at `until`, when a new part is stored, or when the broadcast ends, whichever comes
 *   first. If the client has waited for `liveReloadTimeoutSeconds`, respond with status 503.
 * - `bad_request`: respond with status 400.
 */
export type LiveReloadDecision =
  | { action: 'answer'; isDelta: boolean; hidesEnd: boolean }
  | { action: 'wait'; until: Date | null }
  | { action: 'bad_request' }

/** How long a blocking playlist request may wait, in seconds (RFC 8216bis §6.2.5.2). */
export const liveReloadTimeoutSeconds = 3 * liveTargetSeconds

/**
 * How many parts past the end of the playlist a client may request (RFC 8216bis §6.2.5.2: 3 divided by the
 * part target).
 */
const advancePartLimit = Math.ceil(3 / livePartSeconds)
const advanceSegmentLimit = 2

/** Decides how to respond to a playlist request (RFC 8216bis §6.2.5.2). */
export function decideLiveReload(query: LiveReloadQuery, view: LivePlaylistView): LiveReloadDecision {
  const { sequence, partIndex, skip } = query
  if (![sequence, partIndex].every(isIndex)) return { action: 'bad_request' }
  if (sequence === undefined && partIndex !== undefined) return { action: 'bad_request' }
  const answer = { action: 'answer', isDelta: skip !== undefined, hidesEnd: false } as const
  if (sequence === undefined) return answer
  const visible = listVisibleParts(view)
  const isWanted = (part: LivePlaylistPart) => contains(part, sequence, partIndex)
  const last = visible.at(-1)
  if (last && isWanted(last)) return { ...answer, hidesEnd: partIndex !== undefined }
  if (hasVisibleEnd(view)) return answer
  if (isTooFarAhead(last, sequence, partIndex)) return { action: 'bad_request' }
  // The delayed part after which the playlist contains what the client requested.
  const held = view.parts.slice(visible.length)
  const wanted = held.find(isWanted) ?? (view.hasEnded ? held.at(-1) : undefined)
  return { action: 'wait', until: wanted ? visibleFrom(wanted, view) : null }
}

function isIndex(value: number | undefined) {
  return value === undefined || (Number.isSafeInteger(value) && value >= 0)
}

/**
 * Returns whether a playlist that ends with this part contains the wanted segment or part. If the segment
 * turns out to have fewer parts, the start of the next segment counts instead.
 */
function contains(last: LivePlaylistPart, sequence: number, partIndex: number | undefined) {
  if (last.sequence !== sequence) return last.sequence > sequence
  return partIndex === undefined ? last.endsSegment : last.partIndex >= partIndex
}

function isTooFarAhead(last: LivePlaylistPart | undefined, sequence: number, partIndex = 0) {
  const segmentsAhead = sequence - (last?.sequence ?? -1)
  if (segmentsAhead > advanceSegmentLimit) return true
  const partsBefore = segmentsAhead === 0 ? last!.partIndex : 0
  return partIndex - partsBefore > advancePartLimit
}
