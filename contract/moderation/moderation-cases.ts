import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp, cursorSchema } from '../scalars.ts'
import {
  moderationActions,
  appealOutcomes,
  commentModerationStates,
  contentModerationStates,
  decisionFactsMax,
  moderationRules,
  violationSeverities,
  decisionSources,
} from './moderation-policy.ts'
import { ReportFlood, ReportFloodKey } from './report-floods.ts'
import { reportReasonNames } from './report-reasons.ts'
import { codePointsPerGrapheme, textSchema } from '../user-text.ts'

/*
 * The API for moderators, all under /api/mod/, which looks nonexistent to anyone else. It never contains ages
 * or age bands.
 */

const tag = 'Moderation'
const CaseId = z.object({ id: Id })

/** A case as the queue shows it: enough to choose one, nothing about its content. */
export const CaseSummary = z.object({
  id: Id,
  subject: z.enum(['content', 'comment', 'profile']),
  priority: z.int().min(0).max(3),
  opened_at: Timestamp,
  closed_at: Timestamp.nullable(),
  due_at: Timestamp.nullable().meta({ description: 'a clock that somebody else has set' }),
  overdue: z.boolean(),
  reasons: z.array(z.string()).meta({ description: 'what was reported, the most urgent first' }),
  reports_count: z.int(),
  appeal: z.boolean().meta({ description: 'a second look was asked for' }),
  proposes_ban: z.boolean().meta({ description: 'strikes have added up to a ban, if a safety lead says so' }),
  claimed_by: z.object({ username: z.string(), me: z.boolean() }).nullable(),
  claimed_at: Timestamp.nullable(),
})
export type CaseSummary = z.output<typeof CaseSummary>

/** A decision as staff see it. */
export const CaseDecision = z.object({
  id: Id,
  subject: z.enum(['content', 'comment', 'profile']),
  action: z.enum(moderationActions),
  rule: z.enum(moderationRules),
  source: z.enum(decisionSources),
  automatic: z.boolean(),
  by: z.string().nullable().meta({ description: 'username of who decided; null: the machine, or gone' }),
  facts: z.string(),
  about: z.string().meta({ description: 'what it was about, as it was then' }),
  strikes: z.int(),
  counts: z.boolean().meta({ description: 'its strikes stand today' }),
  until: Timestamp.nullable(),
  made_at: Timestamp,
  reversed_at: Timestamp.nullable(),
  appeal: z.enum([...appealOutcomes, 'open']).nullable(),
})
export type CaseDecision = z.output<typeof CaseDecision>

const Media = z.object({
  poster_url: z.string().nullable(),
  stream_url: z.string().nullable(),
  storyboard_url: z.string().nullable().meta({ description: 'WebVTT with #xywh: the contact sheet' }),
  cover_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
})

export const CaseDetail = z.object({
  content: z
    .object({
      id: Id,
      title: z.string(),
      description: z.string(),
      genre: z.string(),
      content_type: z.string(),
      visibility: z.string(),
      rating: z.enum(['all', '16']),
      state: z.enum(contentModerationStates),
      duration_seconds: z.number().nullable(),
      created_at: Timestamp,
      media: Media.nullable().meta({
        description: 'works for who has claimed the case; null: sealed or gone',
      }),
    })
    .nullable()
    .meta({ description: 'the item; of a comment the one it stands under' }),
  comment: z
    .object({ id: Id, body: z.string(), state: z.enum(commentModerationStates), created_at: Timestamp })
    .nullable(),
  owner: z.object({
    user_id: Id,
    username: z.string(),
    display_name: z.string(),
    bio: z.string(),
    held_bio: z.string().nullable().meta({ description: 'a new one that waits; others see `bio`' }),
    avatar_url: z.string().nullable(),
    is_private: z.boolean(),
    is_leaving: z.boolean(),
    is_staff: z.boolean(),
    suspended_until: Timestamp.nullable(),
    banned: z.boolean(),
    comments_muted_until: Timestamp.nullable(),
    strikes: z.int().meta({ description: 'that stand today' }),
    decisions: z.array(CaseDecision).meta({ description: 'all about this person, newest first, at most 50' }),
  }),
  reports: z.array(
    z.object({
      reason: z.string(),
      words: z.string(),
      made_at: Timestamp,
      signed_out: z.boolean(),
      reporter: z
        .object({ user_id: Id, username: z.string() })
        .nullable()
        .meta({ description: 'only for safety leads and admins' }),
      reports_decided: z.int().meta({ description: 'how many of theirs were decided' }),
      reports_dismissed: z.int().meta({ description: 'how many of those came to nothing' }),
    }),
  ),
  notices: z.array(z.object({ words: z.string(), made_at: Timestamp, due_at: Timestamp })),
  appeal: z
    .object({
      id: Id,
      words: z.string(),
      made_at: Timestamp,
      decision: CaseDecision,
      may_decide: z.boolean().meta({ description: 'somebody else than who decided first' }),
    })
    .nullable(),
  may: z
    .array(z.enum(moderationActions))
    .meta({ description: 'what the viewer can do here, as things stand' }),
})
export type CaseDetail = z.output<typeof CaseDetail>

export const ModerationCase = CaseSummary.extend({
  detail: CaseDetail.nullable().meta({ description: 'only for who has claimed it, while it is open' }),
})
export type ModerationCase = z.output<typeof ModerationCase>

/** Cursor of the queue: overdue flag, priority, time opened (microseconds), case id. */
export const CaseQueueCursor = cursorSchema('[01]_[0-3]_')

export const listCases = defineEndpoint({
  method: 'GET',
  path: '/api/mod/cases',
  summary:
    'The queue: overdue first, then by priority, then the oldest; floods from one source apart from it',
  tag,
  query: z.strictObject({
    only: z.enum(['free', 'mine', 'appeals']).optional(),
    priority: z.coerce.number().int().min(0).max(3).optional(),
    subject: z.enum(['content', 'comment', 'profile']).optional(),
    flood: ReportFloodKey.optional().meta({
      description: 'the cases of this group, instead of those outside of groups',
    }),
    cursor: CaseQueueCursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({
    items: z.array(CaseSummary),
    next_cursor: z.string().nullable(),
    floods: z.array(ReportFlood).meta({
      description: 'groups of cases from one source, most urgent first; their cases are not in `items`',
    }),
    floods_cursor: z.string().nullable().meta({ description: 'for `cursor` of `GET /api/mod/floods`' }),
    counts: z.object({
      open: z.int().meta({ description: 'outside of groups' }),
      overdue: z.int(),
      mine: z.int(),
      appeals: z.int(),
      grouped: z.int().meta({ description: 'in groups' }),
    }),
  }),
})

export const getCase = defineEndpoint({
  method: 'GET',
  path: '/api/mod/cases/{id}',
  summary: 'One case; what it is about only for who has claimed it, and each look is logged',
  tag,
  params: CaseId,
  response: ModerationCase,
})

export const claimCase = defineEndpoint({
  method: 'PUT',
  path: '/api/mod/cases/{id}/claim',
  summary: 'Claims a case: one person at a time; a claim that nobody used for half an hour is free again',
  tag,
  params: CaseId,
  response: ModerationCase,
})

export const unclaimCase = defineEndpoint({
  method: 'DELETE',
  path: '/api/mod/cases/{id}/claim',
  summary: 'Gives a claimed case back; repeating does no harm',
  tag,
  status: 204,
  params: CaseId,
  response: z.undefined(),
})

const facts = textSchema({ max: decisionFactsMax, over: 'facts_too_long', points: codePointsPerGrapheme.few })

export const postCaseAction = defineEndpoint({
  method: 'POST',
  path: '/api/mod/cases/{id}/actions',
  summary:
    'Acts in a claimed case; its owner gets a statement of reasons, and the case is closed unless told otherwise',
  tag,
  params: CaseId,
  body: z.strictObject({
    action: z.enum(moderationActions),
    rule: z.enum(reportReasonNames).default('other'),
    facts: facts.default('').meta({ description: 'to the owner: what was seen, in plain words' }),
    severity: z
      .enum(violationSeverities)
      .default('usual')
      .meta({ description: 'of `remove`; the worst with `quarantine`' }),
    days: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .meta({ description: 'of `suspend` and `mute_comments`; 7 when not said' }),
    keep_open: z
      .boolean()
      .optional()
      .meta({ description: 'more is to come; `hold` keeps a case open by itself' }),
  }),
  response: ModerationCase,
})

export const decideAppeal = defineEndpoint({
  method: 'PUT',
  path: '/api/mod/appeals/{id}',
  summary:
    'Decides a second look, by somebody else than who decided first; `reversed` puts things back as they were',
  tag,
  params: z.object({ id: Id }),
  body: z.strictObject({ outcome: z.enum(appealOutcomes), answer: facts.default('') }),
  response: ModerationCase,
})
