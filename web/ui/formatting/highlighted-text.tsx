import type { ReactNode } from 'react'

type HighlightedTextProps = {
  text: string
  /** The ranges of the text to highlight, in ascending order. Each range is a pair `[from, to)`. */
  marks: readonly (readonly [number, number])[]
}

/** Renders text in which some ranges are highlighted. The text is never parsed as markup. */
export function HighlightedText({ text, marks }: HighlightedTextProps) {
  const parts: ReactNode[] = []
  let done = 0
  for (const [from, to] of marks) {
    parts.push(text.slice(done, from), <mark key={from}>{text.slice(from, to)}</mark>)
    done = to
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  )
}
