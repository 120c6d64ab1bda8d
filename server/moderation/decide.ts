import type { Action, Rule, Source } from '#contract/moderation.ts'
import { personActions } from '#contract/moderation.ts'
import { announce } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Before } from '../platform/db/tables/moderation.ts'
import { post } from '../platform/mail.ts'
import { audit } from './audit.ts'
import { decidedLetter } from './letters.ts'
import type { Standing } from './subject.ts'

export interface Decision {
  action: Action
  rule: Rule
  source: Source
  /** Staff who decided; null is the machine. */
  by: string | null
  caseId: string | null
  facts?: string
  before?: Before
  strikes?: 0 | 1 | 2 | 4
  until?: Date | null
  causedBy?: string | null
}

/** What others need not hear of: it left things as they were. */
const quiet: readonly Action[] = ['dismiss']

/**
 * Writes down a decision, which is its statement of reasons as well, and tells its owner: by the bell, and by letter where it
 * is about the account. What the decision does is done by whoever calls.
 */
export async function decide(tx: Tx, about: Standing, made: Decision): Promise<string> {
  const { action, rule, source, by, caseId, strikes = 0, until = null } = made
  const { id } = await tx
    .insertInto('decisions')
    .values({
      case_id: caseId,
      subject: about.subject,
      content_id: about.contentId,
      comment_id: about.commentId,
      user_id: about.userId,
      action,
      rule,
      source,
      decided_by: by,
      automatic: by === null,
      facts: made.facts ?? '',
      about: about.about,
      before: JSON.stringify(made.before ?? {}),
      strikes,
      until,
      caused_by: made.causedBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, {
    did: 'decide',
    actor: by,
    subject: { kind: about.subject, id: about.commentId ?? about.contentId ?? about.userId },
    more: { action, rule, source, strikes, decision: id, case: caseId },
  })
  if (quiet.includes(action)) return id
  await announce(tx, { what: 'decided', userId: about.userId, decisionId: id })
  if (personActions.includes(action)) await post(tx, decidedLetter(about.person.email, { id, action, until }))
  return id
}
