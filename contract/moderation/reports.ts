import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { pageSize } from '../limits.ts'
import { isReasonApplicable, reportReasonNames, reportSubjects } from './report-reasons.ts'
import { textSchema } from '../user-text.ts'

const tag = 'Reports'

/** Graphemes. */
export const reportTextMax = 500
/**
 * Reports per hour, far above the pace of a person; further ones are rejected. `network` covers all signed-out
 * reports from one IPv4 address or IPv6 /64.
 */
export const reportRateLimits = {
  member: { most: 60, minutes: 60 },
  browser: { most: 30, minutes: 60 },
  network: { most: 60, minutes: 60 },
} as const
/**
 * How many items a day one member's P1 and P2 reports can help to hide or limit automatically; reports on
 * further items wait for a moderator. Without this, the same few people could limit hundreds of items. P0 has
 * its own limit, `maxUrgentReportsPerDay`.
 */
export const measuresPerReporterLimit = { most: 5, hours: 24 } as const
/** A member who sends more urgent reports (P0, P1) than this in a day gets the low weight of a new account. */
export const maxUrgentReportsPerDay = 10
/**
 * How many items a day new accounts alone can hide, without an established one: per network (an IPv4 address or
 * an IPv6 /48) and per account.
 */
export const newAccountHoldLimit = { most: 3, minutes: 24 * 60 } as const
/** Days for which we store the browser and network of a report, as a keyed hash. */
export const reporterHashRetentionDays = 30

/** `K7QM-2R9D-XW4T-8HNP`: too long to guess. Lower case and missing hyphens are accepted. */
export const ReceiptNumber = z
  .string('receipt_not_found')
  .max(40, 'receipt_not_found')
  .transform((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  .refine((text) => text.length === 16, 'receipt_not_found')
  .transform((text) => text.match(/.{4}/g)!.join('-'))

/**
 * The outcome as the reporter sees it. `account`: the account was warned or sanctioned. `nothing`: no rule was
 * broken. `gone`: the content was deleted before a decision.
 */
export const reportOutcomes = [
  'removed',
  'limited',
  'rated_16',
  'account',
  'changed',
  'nothing',
  'gone',
] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/**
 * A report as its sender sees it. Never includes other reporters, or more about the reported person than the
 * sender knew.
 */
export const ReportReceipt = z.object({
  receipt: z.string(),
  subject: z.enum(reportSubjects),
  reason: z.enum(reportReasonNames),
  about: z
    .object({ text: z.string(), content_id: Id.nullable(), username: z.string().nullable() })
    .nullable()
    .meta({
      description:
        'the title, the comment or the username, and where to find it; only under one’s own reports, and null where one cannot see it (any more)',
    }),
  outcome: z.enum(reportOutcomes).nullable().meta({ description: 'null while it is open' }),
  created_at: Timestamp,
  decided_at: Timestamp.nullable(),
})
export type ReportReceipt = z.output<typeof ReportReceipt>

export const sendReport = defineEndpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Reports a video, a comment or a person; again is the same report with the same receipt',
  tag,
  status: 201,
  body: z
    .strictObject({
      subject: z.enum(reportSubjects, 'report_subject'),
      id: z
        .string('report_subject')
        .max(100)
        .meta({ description: 'of the video, the comment or the person' }),
      reason: z.enum(reportReasonNames, 'report_reason'),
      words: textSchema({ max: reportTextMax, over: 'report_words_too_long' }).default(''),
    })
    .refine(({ reason, subject }) => isReasonApplicable(reason, subject), 'report_reason'),
  response: z.object({ receipt: z.string() }),
})

export const listReports = defineEndpoint({
  method: 'GET',
  path: '/api/reports',
  summary: 'One’s own reports and what came of them, newest first',
  tag,
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSize.max).default(pageSize.default),
  }),
  response: z.object({ items: z.array(ReportReceipt), next_cursor: Cursor.nullable() }),
})

export const getReport = defineEndpoint({
  method: 'GET',
  path: '/api/reports/{receipt}',
  summary: 'What came of a report, for whoever has its receipt',
  tag,
  params: z.object({ receipt: ReceiptNumber }),
  response: ReportReceipt,
})

export const getHelpLines = defineEndpoint({
  method: 'GET',
  path: '/api/help-lines',
  summary: 'Whom to call or write to in danger, as the operator has set it',
  tag,
  response: z.object({ lines: z.array(z.string()) }),
})
