import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'
import {
  moderationActions,
  appealTextMaxLength,
  appealOutcomes,
  moderationRules,
  decisionSources,
} from './moderation-policy.ts'
import { textSchema } from '../user-text.ts'

const tag = 'Statements of reasons'
const StatementId = z.object({ id: z.uuid('statement_not_found') })

/**
 * The reasons for a moderation decision about a person's content or account. Only the affected person can see
 * the statement of reasons.
 */
export const StatementOfReasons = z.object({
  id: Id,
  subject: z.enum(['content', 'comment', 'profile']),
  content_id: Id.nullable().meta({ description: 'The id of the video, if it can still be opened.' }),
  about: z.string().meta({ description: 'The title, comment or username that the decision is about.' }),
  action: z.enum(moderationActions),
  rule: z.enum(moderationRules),
  source: z.enum(decisionSources),
  automatic: z
    .boolean()
    .meta({ description: 'Whether the decision was automatic. A moderator reviews it on appeal.' }),
  facts: z.string().meta({ description: 'A plain-language explanation of the decision.' }),
  strikes: z.int(),
  until: Timestamp.nullable().meta({
    description: 'When a suspension or a comment mute ends. Null if it has no end date.',
  }),
  made_at: Timestamp,
  reversed_at: Timestamp.nullable(),
  may_appeal: z.boolean(),
  appeal_until: Timestamp.nullable(),
  appeal: z
    .object({
      words: z.string(),
      made_at: Timestamp,
      outcome: z
        .enum(appealOutcomes)
        .nullable()
        .meta({ description: 'The outcome, or null while the appeal is open.' }),
      answer: z.string(),
      decided_at: Timestamp.nullable(),
    })
    .nullable(),
})
export type StatementOfReasons = z.output<typeof StatementOfReasons>

export const listStatementsOfReasons = defineEndpoint({
  method: 'GET',
  path: '/api/statements',
  summary: 'Lists decisions about your account and content, newest first, at most 100.',
  tag,
  response: z.object({ items: z.array(StatementOfReasons) }),
})

export const getStatementOfReasons = defineEndpoint({
  method: 'GET',
  path: '/api/statements/{id}',
  summary: 'Retrieves a decision with its rule, its facts and the deadline for an appeal.',
  tag,
  params: StatementId,
  response: StatementOfReasons,
})

export const submitAppeal = defineEndpoint({
  method: 'POST',
  path: '/api/statements/{id}/appeal',
  summary: 'Appeals a decision. Possible once, within six months. Someone else decides the appeal.',
  tag,
  status: 201,
  params: StatementId,
  body: z.strictObject({
    words: textSchema({ min: 'appeal_empty', max: appealTextMaxLength, over: 'appeal_too_long' }),
  }),
  response: StatementOfReasons,
})
