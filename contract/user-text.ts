import { z } from 'zod'
import type { ApiErrorCode } from './errors/api-error.ts'

/** Control characters (except tab and line feed) and bidirectional overrides. They never reach the database. */
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const unwantedCharacters = /[\u0000-\u0008\u000B-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g

/** Plain user text: removes unwanted characters and lone surrogates, normalizes line endings, trims. */
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

/** `PlainText` on a single line, for names and subjects. Prevents header injection in emails. */
export const SingleLineText = PlainText.transform((text) => text.replace(/\s+/g, ' '))

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts user-perceived characters: a family emoji counts as one. */
export function countGraphemes(text: string): number {
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

/**
 * Code points allowed per grapheme, on average. A family emoji is one grapheme but seven code points, and a
 * letter with stacked combining marks is one grapheme of unlimited length. `compact` is for shorter columns.
 */
export const codePointsPerGrapheme = { standard: 8, compact: 4 }

/** Whether the text has at most `max` graphemes, and at most `points` code points for each. */
export function isWithinLength(text: string, max: number, points = codePointsPerGrapheme.standard): boolean {
  return [...text].length <= max * points && countGraphemes(text) <= max
}

interface TextRule {
  min?: ApiErrorCode
  max: number
  over: ApiErrorCode
  points?: number
}

/**
 * Plain text of at most `max` graphemes, with a limit on code points. `min` and `over` are the errors for an
 * empty and an overlong text.
 */
export function textSchema({ min, max, over, points }: TextRule) {
  return PlainText.refine((text) => !min || text.length > 0, min).refine(
    (text) => isWithinLength(text, max, points),
    over,
  )
}

/** Opts in to the `username_advised` error for identifying usernames, where they are discouraged but allowed. */
export const identifyingUsernameWarningField = z
  .boolean()
  .optional()
  .meta({ description: 'Whether to warn if the username contains your real name, email or phone number.' })

/** Repeats a request after a `…_ask` error: the text is then accepted. */
export const postAnywayField = z
  .boolean()
  .optional()
  .meta({ description: 'Whether the author has confirmed the text after an error that ends in `_ask`.' })
