import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { RateLimit } from '../rate-limit.ts'
import { Timestamp } from '../scalars.ts'
import { SingleLineText, textSchema } from '../user-text.ts'

const tag = 'Reports'

/** The number of hours within which a moderator must decide on an intimate-image notice. */
export const noticeDeadlineHours = 48
export const noticeTextMaxLength = 2000
export const maxNoticeUrls = 10

/**
 * How many intimate-image notices the site accepts from one network. The site rejects notices beyond the
 * limit. A `network` is an IPv4 address or an IPv6 /64. An `allocation` is the IPv6 /48 that contains the
 * sender's address, because a provider may assign a whole /48 to one customer.
 */
export const noticeRateLimits = {
  network: { most: 20, minutes: 60 },
  allocation: { most: 60, minutes: 60 },
} as const satisfies Record<string, RateLimit>

/**
 * How many items one network's notices can hide before a moderator reviews the items. A notice beyond the
 * limit is still accepted and keeps its deadline for a decision, but it hides nothing. A single notice can
 * name at most ten items.
 */
export const automaticHoldLimitsPerNoticeSender = {
  network: { most: 10, minutes: 24 * 60 },
  allocation: { most: 15, minutes: 24 * 60 },
} as const satisfies Record<string, RateLimit>

/**
 * Limits the number of notice emails that one address can receive, because anyone can enter somebody else's
 * address. The notices themselves are accepted even if the email limit is reached. The limit for receipts is
 * lower than the limit for all emails to one address (`authAndContactRateLimits.emailsPerHour`), so receipts cannot
 * use up the emails that are needed for sign-in links. The `unseen` limit applies to emails about notices
 * that were dismissed as part of a flood.
 */
export const noticeEmailRateLimits = {
  receipts: [
    { most: 5, minutes: 60 },
    { most: 15, minutes: 24 * 60 },
  ],
  unseen: [{ most: 5, minutes: 24 * 60 }],
  decided: [{ most: 20, minutes: 24 * 60 }],
} as const satisfies Record<string, RateLimit[]>

/** Whether the sender is the person in the image, or was asked by that person to send the notice. */
export const noticeSenderRoles = ['me', 'somebody'] as const

const addresses = textSchema({ min: 'notice_addresses', max: 3000, over: 'notice_addresses' }).refine(
  (text) => splitNoticeUrls(text).length <= maxNoticeUrls,
  'notice_addresses',
)

export function splitNoticeUrls(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

export const submitIntimateImageNotice = defineEndpoint({
  method: 'POST',
  path: '/api/notices',
  summary:
    'Requests the removal of an intimate picture or video. Requires no account. A moderator decides within 48 hours.',
  tag,
  status: 201,
  body: z.strictObject({
    name: SingleLineText.refine((text) => text.length > 0 && text.length <= 100, 'notice_name'),
    email: z
      .string('notice_email')
      .trim()
      .toLowerCase()
      .max(254, 'notice_email')
      .pipe(z.email('notice_email')),
    for: z.enum(noticeSenderRoles, 'notice_for'),
    addresses: addresses.meta({ description: 'The URLs on this site, one per line.' }),
    words: textSchema({ max: noticeTextMaxLength, over: 'notice_words_too_long' }).default(''),
    statement: z.literal(true, 'notice_statement').meta({
      description: 'Confirms that the notice is true and that the person didn’t consent to publication.',
    }),
  }),
  response: z.object({
    receipt: z.string(),
    due_at: Timestamp.meta({ description: 'The time by which a moderator decides.' }),
  }),
})
