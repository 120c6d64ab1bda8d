import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'
import {
  moderationActions,
  appealTextMax,
  appealOutcomes,
  moderationRules,
  decisionSources,
} from './moderation-policy.ts'
import { textSchema } from '../user-text.ts'

const tag = 'Statements'
const StatementId = z.object({ id: z.uuid('statement_not_found') })

/** Why a moderation decision was made about a person's content or account. Visible to that person only. */
export const StatementOfReasons = z.object({
  id: Id,
  subject: z.enum(['content', 'comment', 'profile']),
  content_id: Id.nullable().meta({ description: 'the item, where it can still be opened' }),
  about: z.string().meta({ description: 'the title, the comment or the username it is about' }),
  action: z.enum(moderationActions),
  rule: z.enum(moderationRules),
  source: z.enum(decisionSources),
  automatic: z.boolean().meta({ description: 'decided by the machine; a person looks at it when asked to' }),
  facts: z.string().meta({ description: 'what was seen, in plain words' }),
  strikes: z.int(),
  until: Timestamp.nullable().meta({
    description: 'when a suspension or a mute ends; null: it does not by itself',
  }),
  made_at: Timestamp,
  reversed_at: Timestamp.nullable(),
  may_appeal: z.boolean(),
  appeal_until: Timestamp.nullable(),
  appeal: z
    .object({
      words: z.string(),
      made_at: Timestamp,
      outcome: z.enum(appealOutcomes).nullable().meta({ description: 'null while somebody else looks' }),
      answer: z.string(),
      decided_at: Timestamp.nullable(),
    })
    .nullable(),
})
export type StatementOfReasons = z.output<typeof StatementOfReasons>

export const listStatementsOfReasons = defineEndpoint({
  method: 'GET',
  path: '/api/statements',
  summary: 'Decisions about oneself and what one made, newest first, at most 100',
  tag,
  response: z.object({ items: z.array(StatementOfReasons) }),
})

export const getStatementOfReasons = defineEndpoint({
  method: 'GET',
  path: '/api/statements/{id}',
  summary: 'One decision: what, by which rule, from what facts, and how to ask for a second look',
  tag,
  params: StatementId,
  response: StatementOfReasons,
})

export const postAppeal = defineEndpoint({
  method: 'POST',
  path: '/api/statements/{id}/appeal',
  summary: 'Asks for a second look, once, within six months; somebody else decides',
  tag,
  status: 201,
  params: StatementId,
  body: z.strictObject({
    words: textSchema({ min: 'appeal_empty', max: appealTextMax, over: 'appeal_too_long' }),
  }),
  response: StatementOfReasons,
})
