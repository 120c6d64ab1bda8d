import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import type { TestUser } from '../app/test-app.ts'
import { fixtureOwnerKeys } from './fixture-types.ts'

/**
 * Creates the relationships between the actors and the owners. An actor's name describes the actor's
 * relationship to every owner. The admin has muted two people: carol, and leo, whose account deletion is
 * scheduled.
 */
export async function createFollowsBlocksAndMutes(who: (name: string) => TestUser): Promise<void> {
  const muted = ['carol', 'leo'].map((name) => ({ muter_id: who('admin').id, muted_id: who(name).id }))
  await db.insertInto('mutes').values(muted).execute()
  for (const name of fixtureOwnerKeys) {
    const owner = who(name).id
    const follows = [
      {
        follower_id: who('follower').id,
        followed_id: owner,
        state: 'approved' as const,
        approved_at: new Date(),
      },
      { follower_id: who('pending').id, followed_id: owner, state: 'pending' as const, approved_at: null },
    ]
    await db.insertInto('follows').values(follows).execute()
    await sql`insert into blocks (blocker_id, blocked_id)
      values (${owner}, ${who('blocked').id}), (${who('blocker').id}, ${owner})`.execute(db)
  }
}

/** Likes every item, because only liked items are candidates for the charts. */
export async function likeAllContent(userId: string): Promise<void> {
  await sql`insert into likes (user_id, content_id) select ${userId}, id from content where user_id <> ${userId}`.execute(
    db,
  )
}

/**
 * Creates a notification about a comment, as if the comment had been written before its author was blocked.
 */
export async function createCommentNotification(
  userId: string,
  contentId: string,
  comment: { id: string; by: string },
): Promise<void> {
  const { id } = await db
    .insertInto('notifications')
    .values({ user_id: userId, kind: 'comment', content_id: contentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cause = { kind: 'comment' as const, subject_id: comment.id, actor_id: comment.by }
  await db
    .insertInto('notification_causes')
    .values({ ...cause, user_id: userId, notification_id: id })
    .execute()
}

export async function suspendFixtureUsers(who: (name: string) => TestUser): Promise<void> {
  const tomorrow = new Date(Date.now() + 24 * 3600_000)
  for (const name of ['susan', 'suspended'])
    await db
      .updateTable('profiles')
      .set({ suspended_until: tomorrow })
      .where('user_id', '=', who(name).id)
      .execute()
  await db.updateTable('profiles').set({ is_private: true }).where('user_id', '=', who('priva').id).execute()
  await db
    .updateTable('profiles')
    .set({ deletion_scheduled_at: new Date() })
    .where('user_id', '=', who('leo').id)
    .execute()
  await db.deleteFrom('sessions').where('user_id', '=', who('revoked').id).execute()
}
