import { captionDraftLimits } from '#contract/captions/caption-limits.ts'
import { type CaptionEditorCues, indexOfCue } from './cue.ts'

export interface FindOptions {
  text: string
  matchCase: boolean
}

export interface CueTextMatch {
  id: number
  /** The position in the text of the caption. */
  from: number
  to: number
}

function toPattern({ text, matchCase }: FindOptions): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), matchCase ? 'gu' : 'giu')
}

/** Returns all occurrences of the search text, in the order of the captions. */
export function findMatches(cues: CaptionEditorCues, options: FindOptions): CueTextMatch[] {
  if (options.text === '') return []
  const pattern = toPattern(options)
  return cues.flatMap(({ id, text }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ id, from: index, to: index + found.length })),
  )
}

/** Returns the next match after a position. If no match follows, returns the first match. */
export function findNext(
  cues: CaptionEditorCues,
  options: FindOptions,
  after: CueTextMatch | null,
): CueTextMatch | null {
  const matches = findMatches(cues, options)
  if (!after) return matches[0] ?? null
  const order = new Map(cues.map(({ id }, at) => [id, at]))
  const at = order.get(after.id) ?? -1
  const next = matches.find(
    ({ id, from }) => order.get(id)! > at || (order.get(id) === at && from >= after.to),
  )
  return next ?? matches[0] ?? null
}

/** Replaces one match. The caption must still contain the matched text at this position. */
export function replaceMatch(
  cues: CaptionEditorCues,
  { id, from, to }: CueTextMatch,
  replacement: string,
): CaptionEditorCues {
  const at = indexOfCue(cues, id)
  if (at < 0) return cues
  const { text } = cues[at]!
  const replaced = text.slice(0, from) + replacement + text.slice(to)
  if (replaced.length > captionDraftLimits.cueCharacters) return cues
  return cues.with(at, { ...cues[at]!, text: replaced })
}

/** Replaces all matches. If the replacement would make a caption too long, that caption is left unchanged. */
export function replaceAll(
  cues: CaptionEditorCues,
  options: FindOptions,
  replacement: string,
): CaptionEditorCues {
  if (options.text === '') return cues
  const pattern = toPattern(options)
  let isChanged = false
  const replaced = cues.map((cue) => {
    // Pass a function as the replacement, because `$1` would have a special meaning in a replacement string.
    const text = cue.text.replace(pattern, () => replacement)
    if (text === cue.text || text.length > captionDraftLimits.cueCharacters) return cue
    isChanged = true
    return { ...cue, text }
  })
  return isChanged ? replaced : cues
}
