import { type RawBuilder, sql } from 'kysely'
import { userAgeBandSql } from '#server/accounts/age.ts'
import { isMinor } from '#server/access-policy/profile-queries.ts'
import { isBlockedEitherWay } from '#server/access-policy/visible-profiles.ts'

/**
 * Whether a person who does not follow the creator may get a notification about an episode, or about a broadcast
 * for which they have set a reminder. The video or broadcast must be public, and neither person may have blocked
 * the other. Adults are never notified about a minor whom they do not follow, because they cannot follow a minor
 * without approval. As with follow requests, the site does not tell adults why they get no notification
 * (decisions/058). Use this condition only in a query on `users`.
 */
export function mayBeNotifiedWithoutFollow(
  creatorId: string,
  isPublic: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const user = sql.ref('users.id')
  const isAdultUser = sql`${userAgeBandSql(user)} = '18-19'`
  return sql<boolean>`(${isPublic} and not ${isBlockedEitherWay(creatorId, user)}
    and not (${isAdultUser} and ${isMinor(sql`${creatorId}::uuid`)}))`
}
