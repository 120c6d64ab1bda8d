import { z } from 'zod'
import { Id, Timestamp } from '../scalars.ts'
import { moderationActions, appealOutcomes, moderationRules, decisionSources } from './moderation-policy.ts'

/** A moderation decision as staff see it. */
export const CaseDecision = z.object({
  id: Id,
  subject: z.enum(['content', 'comment', 'profile']),
  action: z.enum(moderationActions),
  rule: z.enum(moderationRules),
  source: z.enum(decisionSources),
  automatic: z.boolean(),
  by: z
    .string()
    .nullable()
    .meta({ description: 'The moderator’s username. Null if automatic or if the account was deleted.' }),
  facts: z.string(),
  about: z.string().meta({ description: 'The title, comment or username at the time of the decision.' }),
  strikes: z.int(),
  counts: z.boolean().meta({ description: 'Whether its strikes are still active.' }),
  until: Timestamp.nullable(),
  made_at: Timestamp,
  reversed_at: Timestamp.nullable(),
  appeal: z.enum([...appealOutcomes, 'open']).nullable(),
})
export type CaseDecision = z.output<typeof CaseDecision>
