import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import { formatCueTime } from './cue-times.ts'

/** One line of two versions as text, or a number of captions that are the same in both. */
export type DraftDiffLine = { same: number } | { text: string }

/** Returns a version as text, with the captions that the other version does not have marked. */
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
