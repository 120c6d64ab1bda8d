import { CaptionTracks } from '../content/caption-tracks.ts'
import { SavedCustomChapters } from '../content/chapters.ts'
import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp, createCursorSchema } from '../scalars.ts'
import {
  moderationActions,
  appealOutcomes,
  decisionFactsMaxLength,
  violationSeverities,
} from './moderation-policy.ts'
import { commentModerationStates, contentModerationStates } from './moderation-states.ts'
import { CaseDecision } from './case-decision.ts'
import { ReportFlood, ReportFloodKey } from './report-floods.ts'
import { reportReasonNames } from './report-reasons.ts'
import { maxCodePointsPerGrapheme, textSchema } from '../user-text.ts'

/*
 * The API for moderators. All moderation paths start with /api/mod/ and return 404 to people who are not
 * moderators. Moderation responses never contain ages or age bands.
 */

const tag = 'Moderation'
const CaseId = z.object({ id: Id })

/** A case as the moderation queue shows it. The queue does not show the reported content. */
export const CaseSummary = z.object({
  id: Id,
  subject: z.enum(['content', 'comment', 'profile']),
  priority: z.int().min(0).max(3),
  opened_at: Timestamp,
  closed_at: Timestamp.nullable(),
  due_at: Timestamp.nullable().meta({ description: 'The deadline set by an intimate-image notice, if any.' }),
  overdue: z.boolean(),
  on_air: z.boolean().meta({ description: 'Whether the case is about a broadcast that is on air.' }),
  reasons: z.array(z.string()).meta({ description: 'The reported reasons, most urgent first.' }),
  reports_count: z.int(),
  appeal: z.boolean().meta({ description: 'Whether the case is an appeal.' }),
  proposes_ban: z.boolean().meta({ description: 'Whether the strikes allow a safety lead to ban.' }),
  claimed_by: z.object({ username: z.string(), me: z.boolean() }).nullable(),
  claimed_at: Timestamp.nullable(),
})
export type CaseSummary = z.output<typeof CaseSummary>

const Media = z.object({
  poster_url: z.string().nullable(),
  stream_url: z.string().nullable(),
  replacement_url: z.string().nullable().meta({
    description:
      'The new file that waits for a review. An `approve` or `dismiss` publishes it, and a `refuse_replacement` deletes it. The case stays open until one of them, or until the video is removed.',
  }),
  storyboard_url: z.string().nullable().meta({ description: 'A WebVTT file with `#xywh` image regions.' }),
  cover_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  captions: CaptionTracks,
})

export const CaseDetail = z.object({
  content: z
    .object({
      id: Id,
      title: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
      custom_chapters: SavedCustomChapters,
      genre: z.string(),
      content_type: z.string(),
      visibility: z.string(),
      rating: z.enum(['all', '16']),
      state: z.enum(contentModerationStates),
      has_captions: z.boolean(),
      duration_seconds: z.number().nullable(),
      created_at: Timestamp,
      media: Media.nullable().meta({ description: 'For the claimant only. Null if quarantined or deleted.' }),
    })
    .nullable()
    .meta({ description: 'The reported video, or the video of the reported comment.' }),
  comment: z
    .object({
      id: Id,
      body: z.string(),
      state: z.enum(commentModerationStates),
      created_at: Timestamp,
      earlier_versions: z
        .array(z.object({ body: z.string(), replaced_at: Timestamp }))
        .meta({ description: 'Earlier versions of the text, newest first.' }),
    })
    .nullable(),
  owner: z.object({
    user_id: Id,
    username: z.string(),
    display_name: z.string(),
    bio: z.string(),
    held_bio: z.string().nullable().meta({ description: 'A new bio held for review. Others see `bio`.' }),
    avatar_url: z.string().nullable(),
    is_private: z.boolean(),
    is_leaving: z.boolean(),
    is_staff: z.boolean(),
    suspended_until: Timestamp.nullable(),
    banned: z.boolean(),
    comments_muted_until: Timestamp.nullable(),
    strikes: z.int().meta({ description: 'The number of active strikes.' }),
    decisions: z.array(CaseDecision).meta({ description: 'The newest 50 decisions about this person.' }),
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
        .meta({ description: 'The reporter. Visible to safety leads and admins only.' }),
      reports_decided: z.int().meta({ description: 'The number of decided reports by this reporter.' }),
      reports_dismissed: z.int().meta({ description: 'The number of dismissed reports by this reporter.' }),
    }),
  ),
  notices: z.array(z.object({ words: z.string(), made_at: Timestamp, due_at: Timestamp })),
  appeal: z
    .object({
      id: Id,
      words: z.string(),
      made_at: Timestamp,
      decision: CaseDecision,
      may_decide: z.boolean().meta({ description: 'False if the viewer made the first decision.' }),
    })
    .nullable(),
  may: z
    .array(z.enum(moderationActions))
    .meta({ description: 'The actions that the viewer can currently take.' }),
})
export type CaseDetail = z.output<typeof CaseDetail>

export const ModerationCase = CaseSummary.extend({
  detail: CaseDetail.nullable().meta({ description: 'Only for the moderator who claimed the open case.' }),
})
export type ModerationCase = z.output<typeof ModerationCase>

/** The cursor of the moderation queue: urgency, priority, time opened (in microseconds) and case id. */
export const CaseQueueCursor = createCursorSchema('[0-3]_[0-3]_')

export const listCases = defineEndpoint({
  method: 'GET',
  path: '/api/mod/cases',
  summary:
    'Lists the moderation queue: broadcasts on air first, then overdue cases, then by priority, then oldest first. Floods are listed separately.',
  tag,
  query: z.strictObject({
    only: z.enum(['free', 'mine', 'appeals']).optional(),
    priority: z.coerce.number().int().min(0).max(3).optional(),
    subject: z.enum(['content', 'comment', 'profile']).optional(),
    flood: ReportFloodKey.optional().meta({
      description: 'Lists the cases of this flood instead of the cases outside floods.',
    }),
    cursor: CaseQueueCursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({
    items: z.array(CaseSummary),
    next_cursor: z.string().nullable(),
    floods: z.array(ReportFlood).meta({
      description: 'Groups of cases from one source, most urgent first. Their cases are not in `items`.',
    }),
    floods_cursor: z.string().nullable().meta({ description: 'The `cursor` for `GET /api/mod/floods`.' }),
    counts: z.object({
      open: z.int().meta({ description: 'The number of open cases outside floods.' }),
      overdue: z.int(),
      mine: z.int(),
      appeals: z.int(),
      grouped: z.int().meta({ description: 'The number of cases in floods.' }),
    }),
  }),
})

export const getCase = defineEndpoint({
  method: 'GET',
  path: '/api/mod/cases/{id}',
  summary: 'Retrieves a case. Only its claimant sees the content. Each access is logged.',
  tag,
  params: CaseId,
  response: ModerationCase,
})

export const claimCase = defineEndpoint({
  method: 'PUT',
  path: '/api/mod/cases/{id}/claim',
  summary: 'Claims a case. Only one moderator can hold a claim. Unused claims expire after 30 minutes.',
  tag,
  params: CaseId,
  response: ModerationCase,
})

export const unclaimCase = defineEndpoint({
  method: 'DELETE',
  path: '/api/mod/cases/{id}/claim',
  summary: 'Releases a claimed case. Repeated requests have no further effect.',
  tag,
  status: 204,
  params: CaseId,
  response: z.undefined(),
})

const points = maxCodePointsPerGrapheme.compact
const facts = textSchema({ max: decisionFactsMaxLength, over: 'facts_too_long', points })

export const postCaseAction = defineEndpoint({
  method: 'POST',
  path: '/api/mod/cases/{id}/actions',
  summary:
    'Takes an action in a claimed case. The owner gets a statement of reasons. Closes the case unless `keep_open` is set.',
  tag,
  params: CaseId,
  body: z.strictObject({
    action: z.enum(moderationActions),
    rule: z.enum(reportReasonNames).default('other'),
    facts: facts.default('').meta({ description: 'A plain-language explanation for the owner.' }),
    severity: z
      .enum(violationSeverities)
      .default('usual')
      .meta({ description: 'The severity of a `remove`. A `quarantine` always has the highest.' }),
    days: z
      .int()
      .min(1)
      .max(365)
      .optional()
      .meta({ description: 'The length of a `suspend` or `mute_comments`. Defaults to 7 days.' }),
    keep_open: z
      .boolean()
      .optional()
      .meta({ description: 'Whether to keep the case open for further actions. A `hold` always does.' }),
  }),
  response: ModerationCase,
})

export const decideAppeal = defineEndpoint({
  method: 'PUT',
  path: '/api/mod/appeals/{id}',
  summary:
    'Decides an appeal. The moderator who made the first decision can’t. `reversed` restores the previous state.',
  tag,
  params: z.object({ id: Id }),
  body: z.strictObject({ outcome: z.enum(appealOutcomes), answer: facts.default('') }),
  response: ModerationCase,
})
