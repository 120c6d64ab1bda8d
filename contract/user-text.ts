import { z } from 'zod'
import type { ApiErrorCode } from './errors/api-error.ts'

/** Control characters (but tab and line feed) and bidirectional overrides never reach the database. */
// eslint-disable-next-line no-control-regex -- these are the characters that are taken out
const unwanted = /[\u0000-\u0008\u000B-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g

/** Plain text from a person: unwanted characters and halves of some out, line ends unified, trimmed. */
export const PlainText = z
  .string()
  .max(20_000)
  .transform((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(unwanted, '')
      .replace(/\p{Surrogate}/gu, '')
      .normalize('NFC')
      .trim(),
  )

/** As `PlainText`, on one line: a name, a subject. What goes into a letter's head can't break out of its line. */
export const SingleLineText = PlainText.transform((text) => text.replace(/\s+/g, ' '))

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Length as a person counts: an emoji family is one. */
export function countGraphemes(text: string): number {
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

/**
 * A family is one to a person and seven code points to a database; a letter under a tower of marks is one, too, and no end of
 * them. So many each there may be on an average: `few` where the column has no room for more.
 */
export const codePointsPerGrapheme = { most: 8, few: 4 }

/** At most so many as a person counts, and not many more code points. */
export function isWithinLength(text: string, max: number, points = codePointsPerGrapheme.most): boolean {
  return [...text].length <= max * points && countGraphemes(text) <= max
}

interface TextRule {
  min?: ApiErrorCode
  max: number
  over: ApiErrorCode
  points?: number
}

/** Plain text of `min`…`max` graphemes and not many more code points; the refusals say which rule was broken. */
export function textSchema({ min, max, over, points }: TextRule) {
  return PlainText.refine((text) => !min || text.length > 0, min).refine(
    (text) => isWithinLength(text, max, points),
    over,
  )
}

/** Asks to be told (`username_advised`) when a username tells something about its owner, where that is only advised against. */
export const warnIdentifyingUsernameField = z
  .boolean()
  .optional()
  .meta({ description: 'advise against a telling username' })

/** Sent again with this, a text is kept though something about it was asked (`…_ask`). */
export const postAnywayField = z
  .boolean()
  .optional()
  .meta({ description: 'the person was asked, and means it' })
