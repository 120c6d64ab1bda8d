import { captionCueLimits } from '#contract/captions/caption-limits.ts'
import { stripCaptionTags, splitCueTextAt } from './cue-markup.ts'
import { type CaptionEditorCue, type CaptionEditorCues, indexOfCue, sortCues } from './cue.ts'

/*
 * The editing operations of the caption editor, as pure functions. Each of these functions returns its input
 * array if nothing changes. Captions stay in the order of their start times.
 */

/**
 * The default length of a new caption, and the minimum length to which dragging can shorten a caption, in
 * milliseconds.
 */
export const defaultCueDurationMs = 2000
export const minCueDurationMs = 100

export interface CueEditResult {
  cues: CaptionEditorCues
  /** The id of the caption that is selected after the edit. */
  selected: number | null
}

export function changeCue(
  cues: CaptionEditorCues,
  id: number,
  change: Partial<CaptionEditorCue>,
): CaptionEditorCues {
  const at = indexOfCue(cues, id)
  if (at < 0) return cues
  const before = cues[at]!
  const keys = Object.keys(change) as (keyof CaptionEditorCue)[]
  if (keys.every((key) => before[key] === change[key])) return cues
  const changed = cues.with(at, { ...before, ...change })
  return change.start === undefined ? changed : sortCues(changed)
}

/**
 * Adds an empty caption. The new caption ends after two seconds, or where the next caption starts if that is
 * earlier.
 */
export function addCue(cues: CaptionEditorCues, id: number, start: number): CueEditResult {
  if (cues.length >= captionCueLimits.cues) return { cues, selected: cues[0]?.id ?? null }
  const next = cues.find((cue) => cue.start > start)?.start ?? Infinity
  const end =
    next - start >= minCueDurationMs
      ? Math.min(start + defaultCueDurationMs, next)
      : start + defaultCueDurationMs
  const cue = { id, start, end, text: '', settings: '' }
  return { cues: sortCues([...cues, cue]), selected: id }
}

/** Deletes a caption and selects the next one. */
export function removeCue(cues: CaptionEditorCues, id: number): CueEditResult {
  const at = indexOfCue(cues, id)
  if (at < 0) return { cues, selected: id }
  const left = cues.toSpliced(at, 1)
  return { cues: left, selected: left[Math.min(at, left.length - 1)]?.id ?? null }
}

interface Split {
  /** The position in the text, in characters. */
  position: number
  /**
   * The playback position of the video. If this position is inside the caption, the first part ends and the
   * second part starts at this position.
   */
  playhead: number
  newId: number
}

/** Splits a caption at a position in its text, and selects the second part. */
export function splitCue(
  cues: CaptionEditorCues,
  id: number,
  { position, playhead, newId }: Split,
): CueEditResult {
  const at = indexOfCue(cues, id)
  const cue = cues[at]
  if (!cue || cue.end - cue.start < 2 * minCueDurationMs || cues.length >= captionCueLimits.cues)
    return { cues, selected: id }
  const [before, after] = splitCueTextAt(cue.text, position)
  const isInside = playhead >= cue.start + minCueDurationMs && playhead <= cue.end - minCueDurationMs
  const middle = isInside ? playhead : divideTime(cue, before, after)
  const first = { ...cue, end: middle, text: before }
  const second = { ...cue, id: newId, start: middle, text: after }
  return { cues: sortCues(cues.toSpliced(at, 1, first, second)), selected: newId }
}

/** The duration is divided in proportion to the text lengths of the two parts. */
function divideTime({ start, end }: CaptionEditorCue, before: string, after: string): number {
  const [first, second] = [stripCaptionTags(before).length, stripCaptionTags(after).length]
  const share = first + second === 0 ? 0.5 : first / (first + second)
  const middle = Math.round(start + (end - start) * share)
  return Math.min(end - minCueDurationMs, Math.max(start + minCueDurationMs, middle))
}

/** Merges a caption with the next one. */
export function mergeWithNext(cues: CaptionEditorCues, id: number): CueEditResult {
  const at = indexOfCue(cues, id)
  const [cue, next] = [cues[at], cues[at + 1]]
  if (!cue || !next) return { cues, selected: id }
  const text = [cue.text, next.text].filter((one) => one.trim() !== '').join('\n')
  const merged = { ...cue, end: Math.max(cue.end, next.end), text }
  return { cues: cues.toSpliced(at, 2, merged), selected: id }
}

/**
 * Shifts the times of all captions, or of one caption and every caption after it. Returns the moved captions
 * and the offset that was applied. The offset can be smaller than requested, because no caption can start
 * before the video.
 */
export function shiftCues(
  cues: CaptionEditorCues,
  by: number,
  fromId: number | null,
): { cues: CaptionEditorCues; shifted: number } {
  const from = fromId === null ? 0 : indexOfCue(cues, fromId)
  const moved = cues.slice(Math.max(0, from))
  const latest = moved.reduce((most, { start, end }) => Math.max(most, start, end), 0)
  const earliest = moved.reduce((least, { start, end }) => Math.min(least, start, end), Infinity)
  const shifted = Math.max(-earliest, Math.min(by, captionCueLimits.endMs - latest))
  if (moved.length === 0 || shifted === 0) return { cues, shifted: 0 }
  const shift = (cue: CaptionEditorCue) => ({ ...cue, start: cue.start + shifted, end: cue.end + shifted })
  return { cues: sortCues([...cues.slice(0, Math.max(0, from)), ...moved.map(shift)]), shifted }
}
