/**
 * A list of phrases as one pattern. One phrase a line, of whole words with one blank between them, as `said` writes them; `(a|b)`
 * and `?` as in patterns; `END` is the edge of a sentence. Words hold no blank and every gap is counted, so no text makes it slow.
 */
export function compilePhrases(list: string): RegExp {
  const lines = list
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^END /, String.raw`(?<=^|\| )`)
        .replace(/ END$/, String.raw`(?=$| \|)`)
        .replace(/ \(([^()]*)\|END\)$/, String.raw`(?: (?:$1)(?= |$)|(?=$| \|))`)
        .replace(/ \(END\|([^()]*)\)$/, String.raw`(?: (?:$1)(?= |$)|(?=$| \|))`)
        .replace(/^\(([^()]*)\|END\) /, String.raw`(?:(?:$1) |(?<=^|\| ))`),
    )
  return new RegExp(String.raw`(?<=^| )(?:${lines.join('|')})(?= |$)`)
}
