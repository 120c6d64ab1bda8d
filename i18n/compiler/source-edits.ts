/** The replacement of a part of a source text. */
export interface SourceEdit {
  start: number
  end: number
  text: string
}

/** Applies edits that do not overlap. */
export function applySourceEdits(source: string, edits: readonly SourceEdit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start)
  let out = ''
  let position = 0
  for (const { start, end, text } of sorted) {
    out += source.slice(position, start) + text
    position = end
  }
  return out + source.slice(position)
}
