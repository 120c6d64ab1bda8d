/** The replacement of a part of a source text. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Applies edits that do not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start)
  let out = ''
  let position = 0
  for (const { start, end, text } of sorted) {
    out += source.slice(position, start) + text
    position = end
  }
  return out + source.slice(position)
}
