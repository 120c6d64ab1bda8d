import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import { formatCueTime } from './cue-times.ts'

/**
 * One line in the comparison of two versions: either a line of text, or the number of consecutive captions
 * that are the same in both versions.
 */
export type CaptionDraftDiffLine = { same: number } | { text: string }

/** Returns one version as text. Captions that are missing from the other version are marked. */
export function diffCaptionDraftVersions(
  version: readonly DraftCue[],
  other: readonly DraftCue[],
): CaptionDraftDiffLine[] {
  const known = new Set(other.map(toLine))
  const lines: CaptionDraftDiffLine[] = []
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
