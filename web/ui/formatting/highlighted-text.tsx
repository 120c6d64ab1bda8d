import type { ReactNode } from 'react'

type HighlightedTextProps = {
  text: string
  /** What stands out: `[from, to)`, ascending. */
  marks: readonly (readonly [number, number])[]
}

/** A text with some of it marked. The text stays text: nobody's markup is ever read. */
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
