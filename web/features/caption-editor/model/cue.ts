import type { DraftCue } from '#contract/captions/caption-drafts.ts'

/**
 * One caption in the caption editor. Times are in milliseconds. Captions are immutable: every edit creates a
 * new object.
 */
export interface CaptionEditorCue extends Readonly<DraftCue> {
  /** Identifies the caption while the page is open. The id is not stored. */
  readonly id: number
}

export type CaptionEditorCues = readonly CaptionEditorCue[]

/** Converts the editor's captions to the form in which the server stores them. */
export function toDraftCues(cues: CaptionEditorCues): DraftCue[] {
  return cues.map(({ start, end, text, settings }) => ({ start, end, text, settings }))
}

/** Returns captions in the order of their start times. Captions with the same start time keep their order. */
export function sortCues(cues: CaptionEditorCues): CaptionEditorCues {
  const isSorted = cues.every((cue, at) => at === 0 || cues[at - 1]!.start <= cue.start)
  return isSorted ? cues : cues.toSorted((a, b) => a.start - b.start)
}

export function indexOfCue(cues: CaptionEditorCues, id: number | null): number {
  return cues.findIndex((cue) => cue.id === id)
}

export function areSameCues(a: readonly DraftCue[], b: readonly DraftCue[]): boolean {
  return (
    a.length === b.length &&
    a.every((cue, at) => {
      const other = b[at]!
      return (
        cue.start === other.start &&
        cue.end === other.end &&
        cue.text === other.text &&
        cue.settings === other.settings
      )
    })
  )
}
