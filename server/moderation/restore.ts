import { sql } from 'kysely'
import { type Action, stateAfter, strikeDays } from '#contract/moderation.ts'
import { announce } from '../events.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Before } from '../platform/db/tables/moderation.ts'
import { move } from './moves.ts'
import { giveBackName, setAside } from './person.ts'
import type { Staff } from './staff.ts'
import type { Standing } from './subject.ts'

const takenFromThings: Action[] = ['limit', 'rate_16', 'hold', 'remove', 'quarantine']
const takenFromPeople: Action[] = ['suspend', 'ban', 'mute_comments', 'force_private']

/** Gives back what was taken: the decisions that took it are reversed, their strikes go, and things stand as they did before. */
export async function restore(tx: Tx, viewer: Staff, caseId: string, now: Standing): Promise<void> {
  const rows = await tx
    .updateTable('decisions')
    .set({ reversed_at: new Date() })
    .where('user_id', '=', now.userId)
    .where('subject', '=', now.subject)
    .where(sql<boolean>`content_id is not distinct from ${now.contentId}`)
    .where(sql<boolean>`comment_id is not distinct from ${now.commentId}`)
    .where('action', 'in', now.subject === 'profile' ? takenFromPeople : takenFromThings)
    .where('reversed_at', 'is', null)
    .returning(['id', 'action', 'before'])
    .execute()
  await lift(tx, now.userId)
  if (now.subject === 'profile') {
    const wasPublic = rows.some(({ before }) => before.is_private === false)
    return wasPublic ? openAgain(tx, now.userId) : undefined
  }
  // What its owner has rated 16+ themselves stays so.
  const rated = rows.find(({ action }) => action === 'rate_16')
  const to = { moderation: 'approved' as const, ...(rated && { rating: rated.before.rating ?? 'all' }) }
  await giveBack(tx, now, to, { id: viewer.id, caseId })
}

/** As an appeal that was won: this one decision is taken back, and only as far as nothing else has been decided since. */
export async function reverse(
  tx: Tx,
  decision: { id: string; action: Action; about: string; before: Before },
  now: Standing,
  by: { id: string; caseId: string | null },
): Promise<void> {
  const { id, action, before } = decision
  await tx.updateTable('decisions').set({ reversed_at: new Date() }).where('id', '=', id).execute()
  await lift(tx, now.userId)
  if (action === 'force_rename' && before.username) return giveBackName(tx, now.userId, before.username)
  if (action === 'rate_16') return giveBack(tx, now, { rating: before.rating ?? 'all' }, by)
  if (now.subject === 'profile' && action === 'remove') return showBio(tx, now, decision)
  const stateThen = stateAfter[action]
  if (!stateThen)
    return action === 'force_private' && before.is_private === false ? openAgain(tx, now.userId) : undefined
  if (now.state === stateThen)
    await giveBack(tx, now, { moderation: before.moderation === 'limited' ? 'limited' : 'approved' }, by)
}

/** Suspensions that strikes had brought are lifted where the strikes left would not have brought them. */
async function lift(tx: Tx, userId: string): Promise<void> {
  await sql`update decisions as followed set reversed_at = now()
    where followed.user_id = ${userId} and followed.rule = 'strikes' and followed.reversed_at is null
    and (followed.before ->> 'strikes')::int > (select coalesce(sum(decisions.strikes), 0) from decisions
      where decisions.user_id = followed.user_id and decisions.reversed_at is null
      and decisions.made_at > followed.made_at - make_interval(days => ${sql.lit(strikeDays)}))`.execute(tx)
  await setAside(tx, userId)
}

/** Unless another decision keeps it private. */
async function openAgain(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ is_private: false })
    .where('user_id', '=', userId)
    .where('private_by_decision', '=', false)
    .execute()
}

/** The bio that was taken away, where nothing else has been written since. */
async function showBio(
  tx: Tx,
  { userId, state, person }: Standing,
  { about, before }: { about: string; before: Before },
): Promise<void> {
  if (state === 'held' || person.bio !== before.bio) return
  await tx.updateTable('profiles').set({ bio: about }).where('user_id', '=', userId).execute()
}

async function giveBack(
  tx: Tx,
  now: Standing,
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
    return void (await move(tx, { subject: 'comment', id: now.commentId! }, 'approved', mover))
  if (to.moderation && to.moderation !== now.state)
    await move(tx, { subject: 'content', id: now.contentId! }, to.moderation, mover)
  if (!to.rating || (to.rating === now.rating && !now.isRatingFixed)) return
  await tx
    .updateTable('content')
    .set({ rating: to.rating, rating_by_decision: false })
    .where('id', '=', now.contentId)
    .execute()
  await announce(tx, { what: 'audience_changed', contentId: now.contentId! })
}
