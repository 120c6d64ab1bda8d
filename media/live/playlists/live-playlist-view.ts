import type { LivePartRecord } from '../live-events.ts'

/**
 * A stored part, as input for playlists. Parts are sorted by sequence number and part index. `initNumber`
 * increases when the broadcaster starts a new source, which is a discontinuity. A segment that ended more
 * than `partHistorySeconds` before the end of the playlist may be merged into one record with its total
 * duration.
 */
export type LivePlaylistPart = Pick<
  LivePartRecord,
  | 'sequence'
  | 'partIndex'
  | 'startTime'
  | 'duration'
  | 'independent'
  | 'endsSegment'
  | 'madeAt'
  | 'byteLength'
> & { initNumber: number }

/** A snapshot of a rendition for viewers with the same delay. */
export type LivePlaylistView = {
  /** All parts, including those that are not visible yet. */
  parts: readonly LivePlaylistPart[]
  hasEnded: boolean
  now: Date
  /** The delay after which a part becomes visible, in seconds: 0 for staff and the broadcaster. */
  holdSeconds: number
}

/** A segment, which may still be incomplete. */
export type LivePlaylistSegment = {
  sequence: number
  initNumber: number
  parts: readonly LivePlaylistPart[]
  /** In seconds. */
  duration: number
  isComplete: boolean
}

/** Returns the time at which a part becomes visible. */
export function visibleFrom({ madeAt }: LivePlaylistPart, { holdSeconds }: LivePlaylistView): Date {
  return new Date(madeAt.getTime() + holdSeconds * 1000)
}

/** Returns the visible parts: those before the first part that is still delayed. */
export function listVisibleParts(view: LivePlaylistView): readonly LivePlaylistPart[] {
  const { parts, now } = view
  // New parts are at the end, so the search starts there.
  let end = parts.length
  while (end > 0 && visibleFrom(parts[end - 1]!, view) > now) end -= 1
  return end === parts.length ? parts : parts.slice(0, end)
}

/** Returns whether the broadcast has ended for these viewers. */
export function hasVisibleEnd(view: LivePlaylistView): boolean {
  return view.hasEnded && listVisibleParts(view).length === view.parts.length
}

/** Groups the visible parts into segments. */
export function listVisibleSegments(view: LivePlaylistView): LivePlaylistSegment[] {
  const parts = listVisibleParts(view)
  const hasEnd = hasVisibleEnd(view)
  const segments: LivePlaylistSegment[] = []
  for (let from = 0; from < parts.length;) {
    const { sequence, initNumber } = parts[from]!
    let to = from
    let duration = 0
    while (parts[to]?.sequence === sequence) duration += parts[to++]!.duration
    const isComplete = parts[to - 1]!.endsSegment || to < parts.length || hasEnd
    segments.push({ sequence, initNumber, parts: parts.slice(from, to), duration, isComplete })
    from = to
  }
  return segments
}
