import { sql } from 'kysely'
import {
  type ModerationAction,
  moderationStateAfterAction,
  strikeExpiryDays,
} from '#contract/moderation/moderation-policy.ts'
import { clearRejectedReplacement } from '#server/transcoding/replacements/held-replacements.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { SubjectStateBeforeDecision } from '#server/platform/db/tables/moderation.ts'
import { changeModerationState } from './state-transitions.ts'
import { restorePreviousUsername, recomputeSanctions } from './sanctions.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'
import type { ModerationSubjectState } from './moderation-subject-state.ts'

const contentRestrictions: ModerationAction[] = ['limit', 'rate_16', 'hold', 'remove', 'quarantine']
const accountRestrictions: ModerationAction[] = ['suspend', 'ban', 'mute_comments', 'force_private']

/**
 * Lifts all restrictions on the subject. Reverses the decisions about the subject, removes the strikes for
 * these decisions and restores the earlier state.
 */
export async function reverseAllRestrictions(
  tx: Tx,
  viewer: StaffViewer,
  caseId: string,
  now: ModerationSubjectState,
): Promise<void> {
  const rows = await tx
    .updateTable('decisions')
    .set({ reversed_at: new Date() })
    .where('user_id', '=', now.userId)
    .where('subject', '=', now.subject)
    .where(sql<boolean>`content_id is not distinct from ${now.contentId}`)
    .where(sql<boolean>`comment_id is not distinct from ${now.commentId}`)
    .where('action', 'in', now.subject === 'profile' ? accountRestrictions : contentRestrictions)
    .where('reversed_at', 'is', null)
    .returning(['id', 'action', 'before'])
    .execute()
  await liftStrikeSuspensions(tx, now.userId)
  if (now.subject === 'profile') {
    const wasPublic = rows.some(({ before }) => before.is_private === false)
    return wasPublic ? makeProfilePublicAgain(tx, now.userId) : undefined
  }
  // Restores the age rating that the owner had chosen, which can also be 16+.
  const rated = rows.find(({ action }) => action === 'rate_16')
  const to = { moderation: 'approved' as const, ...(rated && { rating: rated.before.rating ?? 'all' }) }
  await restoreContentState(tx, now, to, { id: viewer.id, caseId })
}

/**
 * Reverses a single decision, for example after a successful appeal. Changes made by later decisions stay in
 * force.
 */
export async function reverseDecision(
  tx: Tx,
  decision: { id: string; action: ModerationAction; about: string; before: SubjectStateBeforeDecision },
  now: ModerationSubjectState,
  by: { id: string; caseId: string | null },
): Promise<void> {
  const { id, action, before } = decision
  await tx.updateTable('decisions').set({ reversed_at: new Date() }).where('id', '=', id).execute()
  await liftStrikeSuspensions(tx, now.userId)
  if (action === 'force_rename' && before.username)
    return restorePreviousUsername(tx, now.userId, before.username)
  if (action === 'rate_16') return restoreContentState(tx, now, { rating: before.rating ?? 'all' }, by)
  if (action === 'refuse_replacement' && now.contentId) return clearRejectedReplacement(tx, now.contentId)
  if (now.subject === 'profile' && action === 'remove') return restoreBio(tx, now, decision)
  const stateThen = moderationStateAfterAction[action]
  if (!stateThen)
    return action === 'force_private' && before.is_private === false
      ? makeProfilePublicAgain(tx, now.userId)
      : undefined
  if (now.state === stateThen)
    await restoreContentState(
      tx,
      now,
      { moderation: before.moderation === 'limited' ? 'limited' : 'approved' },
      by,
    )
}

/** Lifts suspensions that the person's remaining strikes no longer justify. */
async function liftStrikeSuspensions(tx: Tx, userId: string): Promise<void> {
  await sql`update decisions as followed set reversed_at = now()
    where followed.user_id = ${userId} and followed.rule = 'strikes' and followed.reversed_at is null
    and (followed.before ->> 'strikes')::int > (select coalesce(sum(decisions.strikes), 0) from decisions
      where decisions.user_id = followed.user_id and decisions.reversed_at is null
      and decisions.made_at > followed.made_at - make_interval(days => ${sql.lit(strikeExpiryDays)}))`.execute(
    tx,
  )
  await recomputeSanctions(tx, userId)
}

/** Makes a profile public again unless another decision keeps it private. */
async function makeProfilePublicAgain(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ is_private: false })
    .where('user_id', '=', userId)
    .where('private_by_decision', '=', false)
    .execute()
}

/** Restores the removed bio unless the person has written a new one. */
async function restoreBio(
  tx: Tx,
  { userId, state, person }: ModerationSubjectState,
  { about, before }: { about: string; before: SubjectStateBeforeDecision },
): Promise<void> {
  if (state === 'held' || person.bio !== before.bio) return
  await tx.updateTable('profiles').set({ bio: about }).where('user_id', '=', userId).execute()
}

async function restoreContentState(
  tx: Tx,
  now: ModerationSubjectState,
  to: { moderation?: 'approved' | 'limited'; rating?: 'all' | '16' },
  by: { id: string; caseId: string | null },
): Promise<void> {
  const mover = {
    kind: 'staff',
    id: by.id,
    reason: 'restore',
    ...(by.caseId && { caseId: by.caseId }),
  } as const
  if (now.subject === 'comment')
    return void (await changeModerationState(
      tx,
      { subject: 'comment', id: now.commentId! },
      'approved',
      mover,
    ))
  if (to.moderation && to.moderation !== now.state)
    await changeModerationState(tx, { subject: 'content', id: now.contentId! }, to.moderation, mover)
  if (!to.rating || (to.rating === now.rating && !now.isRatingFixed)) return
  await tx
    .updateTable('content')
    .set({ rating: to.rating, rating_by_decision: false })
    .where('id', '=', now.contentId)
    .execute()
  await emitEvent(tx, { type: 'content_visibility_changed', contentId: now.contentId! })
}
