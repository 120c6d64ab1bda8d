import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import { formatCueTime } from './cue-times.ts'

/**
 * A line of the comparison of two versions: a line of text, or a number of captions that both versions share.
 */
export type DraftDiffLine = { same: number } | { text: string }

/** Returns a version as text, in which the captions that the other version lacks are marked. */
export function diffDraftVersions(version: readonly DraftCue[], other: readonly DraftCue[]): DraftDiffLine[] {
  const known = new Set(other.map(toLine))
  const lines: DraftDiffLine[] = []
  let same = 0
  for (const cue of version) {
    const text = toLine(cue)
    if (known.has(text)) {
      same++
      continue
    }
    if (same > 0) lines.push({ same })
    same = 0
    lines.push({ text })
  }
  if (same > 0) lines.push({ same })
  return lines
}

function toLine({ start, end, text }: DraftCue): string {
  return `${formatCueTime(start)} – ${formatCueTime(end)}\n${text}`
}
