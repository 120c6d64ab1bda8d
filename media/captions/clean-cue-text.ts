import { decodeCueEntities, escapeCueText } from './cue.ts'

export type CaptionFormat = 'webvtt' | 'srt'

const keptTags = ['b', 'i', 'u', 'v'] as const
type KeptTag = (typeof keptTags)[number]
type OpenTag = { name: KeptTag; speaker: string }

const tagPattern = { webvtt: /<([^>]*)(?:>|$)/g, srt: /<(\/?[a-zA-Z!][^<>]*)>/g }

/**
 * Returns the safe part of a cue's text as lines of WebVTT markup: text, bold, italics, underline and the
 * names of speakers. All other tags, classes and inner timestamps are removed, and the text between them is
 * kept. For `<script>` and `<style>`, the content is removed as well. The tags in each line are balanced.
 */
export function cleanCueText(lines: readonly string[], format: CaptionFormat): string[] {
  const open: OpenTag[] = []
  let hidden: string | null = null
  const cleaned: string[] = []
  for (const line of lines) {
    let out = open.map(openingTag).join('')
    const emit = (text: string) => hidden === null && (out += cleanText(text, format))
    let from = 0
    for (const match of line.matchAll(tagPattern[format])) {
      emit(line.slice(from, match.index))
      from = match.index + match[0].length
      const { isEnd, name, annotation } = readTag(match[1]!)
      if (name === 'script' || name === 'style') hidden = isEnd ? null : name
      else if (hidden === null) out += isEnd ? closeTag(open, name) : openTag(open, name, annotation)
    }
    emit(line.slice(from))
    out += open
      .toReversed()
      .map(({ name }) => `</${name}>`)
      .join('')
    const tidy = removeEmptyTags(out).trim()
    if (tidy !== '') cleaned.push(tidy)
  }
  return cleaned
}

function readTag(text: string) {
  const [, end, name = '', annotation = ''] = /^(\/?)([a-zA-Z]*)[^\s]*\s*([^]*)$/.exec(text) ?? []
  return { isEnd: end === '/', name: name.toLowerCase(), annotation }
}

function openTag(open: OpenTag[], name: string, annotation: string): string {
  if (!isKept(name) || open.some((tag) => tag.name === name)) return ''
  const speaker = name === 'v' ? cleanSpeaker(annotation) : ''
  if (name === 'v' && speaker === '') return ''
  open.push({ name, speaker })
  return openingTag(open.at(-1)!)
}

/** Closes a tag and the tags that were opened inside it, and then reopens the inner tags. */
function closeTag(open: OpenTag[], name: string): string {
  const at = open.findIndex((tag) => tag.name === name)
  if (at < 0) return ''
  const inner = open.splice(at).slice(1)
  open.push(...inner)
  const closed = [...inner.toReversed().map((tag) => tag.name), name]
  return closed.map((one) => `</${one}>`).join('') + inner.map(openingTag).join('')
}

const openingTag = ({ name, speaker }: OpenTag) => (name === 'v' ? `<v ${speaker}>` : `<${name}>`)
const isKept = (name: string): name is KeptTag => keptTags.some((kept) => kept === name)

function cleanSpeaker(annotation: string): string {
  const name = removeUnsafeCharacters(decodeCueEntities(annotation)).replace(/[<>&]/g, '')
  return [...name.replace(/\s+/g, ' ').trim()].slice(0, 60).join('').trim()
}

function cleanText(text: string, format: CaptionFormat): string {
  // SubRip files have no character references, but can contain commands from another format, such as
  // `{\an8}`.
  const read = format === 'webvtt' ? decodeCueEntities(text) : text.replace(/\{\\[^}]*\}/g, '')
  return escapeCueText(removeUnsafeCharacters(read))
}

/**
 * Removes control characters and overrides of the text direction, and shortens tall stacks of combining
 * marks, because they would cover the picture.
 */
function removeUnsafeCharacters(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex -- these are the characters to remove
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202d\u202e\u2028\u2029\ufeff\ufff9-\uffff]/g, '')
      .replace(/[\t\n]/g, ' ')
      .replace(/(\p{M}{6})\p{M}+/gu, '$1')
  )
}

function removeEmptyTags(line: string): string {
  const shorter = line.replace(/<([biu]|v [^>]*)>\s*<\/[biuv]>/g, '')
  return shorter === line ? line : removeEmptyTags(shorter)
}
