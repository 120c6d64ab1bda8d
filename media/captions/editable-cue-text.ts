import { cleanCueText } from './clean-cue-text.ts'
import { escapeCueText } from './cue.ts'

/*
 * The caption editor shows the text of a cue as people write it: `<` and `&` are ordinary characters, unless
 * they start one of the tags below or a character reference. For example, `<door slams>` is kept and not
 * removed as an unknown tag.
 */

/** The tags that the editor knows: bold, italics, underline and speakers. */
const tag = /<(?:\/?[biu]|v [^<>\n]+|\/v)>/g
const reference = /&(lt|gt|amp);/g
const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&' }

/** Converts lines of WebVTT markup (see `Cue`) to the text that the editor shows. */
export function formatCueTextForEditor(lines: readonly string[]): string {
  return lines.map((line) => mapText(line, (text) => protect(decode(text)))).join('\n')
}

/** Converts the editor's text to lines of safe WebVTT markup. Lines without text are omitted. */
export function parseCueTextFromEditor(text: string): string[] {
  const lines = text.split('\n').map((line) => mapText(line, (part) => escapeCueText(decode(part))))
  return cleanCueText(lines, 'webvtt')
}

/** Applies a function to all text between the tags in a line. */
function mapText(line: string, change: (text: string) => string): string {
  let out = ''
  let from = 0
  for (const match of line.matchAll(tag)) {
    out += change(line.slice(from, match.index)) + match[0]
    from = match.index + match[0].length
  }
  return out + change(line.slice(from))
}

const decode = (text: string) => text.replace(reference, (_, name: string) => characters[name]!)

/** Escapes every character that would start a tag or a character reference. */
function protect(text: string): string {
  return text.replace(/&(?=(?:lt|gt|amp);)/g, '&amp;').replace(tag, (found) => `&lt;${found.slice(1)}`)
}
