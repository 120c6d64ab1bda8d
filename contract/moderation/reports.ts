import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { pageSizeLimits } from '../limits.ts'
import { isReportReasonApplicable, reportReasonNames, reportSubjects } from './report-reasons.ts'
import { textSchema } from '../user-text.ts'

const tag = 'Reports'

/** The maximum length of a report's text, in graphemes. */
export const reportTextMaxLength = 500
/**
 * The number of reports allowed per hour, which is far above the number that one person sends. Reports beyond
 * the limit are rejected. The `network` limit covers all reports sent while signed out from one IPv4 address
 * or IPv6 /64.
 */
export const reportRateLimits = {
  member: { most: 60, minutes: 60 },
  browser: { most: 30, minutes: 60 },
  network: { most: 60, minutes: 60 },
} as const
/**
 * The number of items per day that can be hidden or limited automatically because of one member's P1 and P2
 * reports. Beyond this number, the member's reports have no effect until a moderator reviews them, so that a
 * few people cannot get hundreds of items restricted. P0 reports have their own limit,
 * `maxUrgentReportsPerDay`.
 */
export const maxAutomaticHoldsPerReporter = { most: 5, hours: 24 } as const
/**
 * If a member sends more than this many urgent reports (P0 or P1) in a day, the member's reports get the low
 * weight of reports from a new account.
 */
export const maxUrgentReportsPerDay = 10
/**
 * How many items per day can be hidden by reports that come only from new accounts. The limit applies to each
 * network (an IPv4 address or an IPv6 /48) and to each account.
 */
export const maxHoldsFromNewAccountReports = { most: 3, minutes: 24 * 60 } as const
/** The number of days for which keyed hashes of the reporter's browser and network are stored. */
export const reporterHashRetentionDays = 30

/**
 * The receipt number of a report, such as `K7QM-2R9D-XW4T-8HNP`, which is too long to guess. The receipt
 * number is also accepted in lower case and without hyphens.
 */
export const ReceiptNumber = z
  .string('receipt_not_found')
  .max(40, 'receipt_not_found')
  .transform((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  .refine((text) => text.length === 16, 'receipt_not_found')
  .transform((text) => text.match(/.{4}/g)!.join('-'))

/**
 * The outcome of a report as the reporter sees it. `account` means that the account was warned or sanctioned.
 * `nothing` means that no rule was broken. `gone` means that the content was deleted before a decision.
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
 * A report as its sender sees it. The report contains nothing about other reporters, and nothing about the
 * reported person that the sender did not already know.
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
        'The reported title, comment or username, and where to find it. Included for your own reports only, and null if you can’t see it (any more).',
    }),
  outcome: z
    .enum(reportOutcomes)
    .nullable()
    .meta({ description: 'The outcome, or null while the report is open.' }),
  created_at: Timestamp,
  decided_at: Timestamp.nullable(),
})
export type ReportReceipt = z.output<typeof ReportReceipt>

export const sendReport = defineEndpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Reports a video, a comment or a profile. Repeating a report returns the same receipt.',
  tag,
  status: 201,
  body: z
    .strictObject({
      subject: z.enum(reportSubjects, 'report_subject'),
      id: z
        .string('report_subject')
        .max(100)
        .meta({ description: 'The id of the video, the comment or the user.' }),
      reason: z.enum(reportReasonNames, 'report_reason'),
      words: textSchema({ max: reportTextMaxLength, over: 'report_words_too_long' }).default(''),
    })
    .refine(({ reason, subject }) => isReportReasonApplicable(reason, subject), 'report_reason'),
  response: z.object({ receipt: z.string() }),
})

export const listReports = defineEndpoint({
  method: 'GET',
  path: '/api/reports',
  summary: 'Lists your reports with their outcomes, newest first.',
  tag,
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
  }),
  response: z.object({ items: z.array(ReportReceipt), next_cursor: Cursor.nullable() }),
})

export const getReport = defineEndpoint({
  method: 'GET',
  path: '/api/reports/{receipt}',
  summary: 'Retrieves a report by its receipt. Anyone who has the receipt can see the outcome.',
  tag,
  params: z.object({ receipt: ReceiptNumber }),
  response: ReportReceipt,
})

export const getHelplines = defineEndpoint({
  method: 'GET',
  path: '/api/help-lines',
  summary: 'Lists the helplines for people in danger, as the operator has configured them.',
  tag,
  response: z.object({ lines: z.array(z.string()) }),
})
