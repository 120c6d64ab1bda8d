/**
 * Compiles a list of phrases into one pattern. Each line of the list is a phrase of whole words, which are
 * separated by single spaces as in the output of `normalizeForPhraseMatching`. `(a|b)` and `?` work as in
 * regular expressions; `END` is a sentence boundary. To prevent catastrophic backtracking, patterns such as
 * `[a-z]{2,20}` must not match spaces and must have a maximum length.
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
