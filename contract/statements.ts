import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './ids.ts'
import { actions, appealMax, appealOutcomes, rules, sources } from './moderation.ts'
import { textOf } from './text.ts'

const tag = 'Statements'
const StatementId = z.object({ id: z.uuid('statement_not_found') })

/** Why something was done to what somebody made, or to their account; for their eyes only. */
export const Statement = z.object({
  id: Id,
  subject: z.enum(['content', 'comment', 'profile']),
  content_id: Id.nullable().meta({ description: 'the item, where it can still be opened' }),
  about: z.string().meta({ description: 'the title, the comment or the username it is about' }),
  action: z.enum(actions),
  rule: z.enum(rules),
  source: z.enum(sources),
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
export type Statement = z.output<typeof Statement>

export const listStatements = endpoint({
  method: 'GET',
  path: '/api/statements',
  summary: 'Decisions about oneself and what one made, newest first, at most 100',
  tag,
  answer: z.object({ items: z.array(Statement) }),
})

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/statements/{id}',
  summary: 'One decision: what, by which rule, from what facts, and how to ask for a second look',
  tag,
  params: StatementId,
  answer: Statement,
})

export const appeal = endpoint({
  method: 'POST',
  path: '/api/statements/{id}/appeal',
  summary: 'Asks for a second look, once, within six months; somebody else decides',
  tag,
  status: 201,
  params: StatementId,
  body: z.strictObject({ words: textOf({ min: 'appeal_empty', max: appealMax, over: 'appeal_too_long' }) }),
  answer: Statement,
})
