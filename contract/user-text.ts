import { z } from 'zod'
import type { ApiErrorCode } from './errors/api-error.ts'

/**
 * Matches the characters that are removed before text is stored: control characters (except tab and line
 * feed) and bidirectional overrides.
 */
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const unwantedCharacters = /[\u0000-\u0008\u000B-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g

/**
 * Plain text that a user has entered. Removes unwanted characters and lone surrogates, normalizes line
 * endings and trims the text.
 */
export const PlainText = z
  .string()
  .max(20_000)
  .transform((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(unwantedCharacters, '')
      .replace(/\p{Surrogate}/gu, '')
      .normalize('NFC')
      .trim(),
  )

/**
 * `PlainText` on a single line, for names and subjects. Removing line breaks prevents header injection in
 * emails.
 */
export const SingleLineText = PlainText.transform((text) => text.replace(/\s+/g, ' '))

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts user-perceived characters (grapheme clusters). A family emoji counts as one character. */
export function countGraphemes(text: string): number {
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

/**
 * The maximum average number of code points per grapheme. A family emoji is one grapheme but seven code
 * points. A letter with stacked combining marks is also one grapheme, however many marks it has. The lower
 * maximum `compact` applies to text in shorter database columns.
 */
export const maxCodePointsPerGrapheme = { standard: 8, compact: 4 }

/**
 * Whether the text has at most `max` graphemes and, on average, at most `points` code points per grapheme.
 */
export function isWithinLength(
  text: string,
  max: number,
  points = maxCodePointsPerGrapheme.standard,
): boolean {
  return [...text].length <= max * points && countGraphemes(text) <= max
}

interface TextRule {
  min?: ApiErrorCode
  max: number
  over: ApiErrorCode
  points?: number
}

/**
 * The schema of plain text with at most `max` graphemes and a limited number of code points. `min` is the
 * error code for empty text, and `over` is the error code for text that is too long.
 */
export function textSchema({ min, max, over, points }: TextRule) {
  return PlainText.refine((text) => !min || text.length > 0, min).refine(
    (text) => isWithinLength(text, max, points),
    over,
  )
}

/**
 * If true, the server rejects a username with personal details (error `username_advised`), so that the page
 * can show a warning. The field has no effect on sites that do not discourage such usernames.
 */
export const personalDetailsWarningField = z
  .boolean()
  .optional()
  .meta({ description: 'Whether to warn if the username contains your real name, email or phone number.' })

/**
 * If true, the server accepts text that it would otherwise reject with a `…_ask` error. The client sets this
 * field to true when it repeats a request after a `…_ask` error.
 */
export const postAnywayField = z
  .boolean()
  .optional()
  .meta({ description: 'Whether the author has confirmed the text after an error that ends in `_ask`.' })
