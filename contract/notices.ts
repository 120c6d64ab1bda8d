import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './ids.ts'
import { OneLine, textOf } from './text.ts'

const tag = 'Reports'

/** Hours in which a person must have decided about a notice of an intimate picture. */
export const noticeHours = 48
export const noticeWordsMax = 2000
export const noticeAddressesMax = 10
/** Per hour: nobody in trouble sends more, and each can take something away at once. */
export const noticePace = { perEmail: 5, perAddress: 20 }

/** Who writes: about themself, or for somebody who asked them to. */
export const noticeFor = ['me', 'somebody'] as const

const addresses = textOf({ min: 'notice_addresses', max: 3000, over: 'notice_addresses' }).refine(
  (text) => linesOf(text).length <= noticeAddressesMax,
  'notice_addresses',
)

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

export const sendNotice = endpoint({
  method: 'POST',
  path: '/api/notices',
  summary:
    'Asks for an intimate picture or video to be taken down; no account needed, decided within 48 hours',
  tag,
  status: 201,
  body: z.strictObject({
    name: OneLine.refine((text) => text.length > 0 && text.length <= 100, 'notice_name'),
    email: z
      .string('notice_email')
      .trim()
      .toLowerCase()
      .max(254, 'notice_email')
      .pipe(z.email('notice_email')),
    for: z.enum(noticeFor, 'notice_for'),
    addresses: addresses.meta({ description: 'where it is on this site, one address a line' }),
    words: textOf({ max: noticeWordsMax, over: 'notice_words_too_long' }).default(''),
    statement: z
      .literal(true, 'notice_statement')
      .meta({ description: 'that it is true, and that it was published without the person’s yes' }),
  }),
  answer: z.object({
    receipt: z.string(),
    due_at: Timestamp.meta({ description: 'until when a person has decided' }),
  }),
})
