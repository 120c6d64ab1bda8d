import { type RawBuilder, sql } from 'kysely'
import { safetySettingSql } from '#server/safety-settings/safety-settings.ts'

/**
 * Whether the setting of one person allows another person to mention them. The caller must also check that
 * the two people can see each other.
 */
export function canMention(
  authorId: RawBuilder<unknown>,
  mentionedId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`case ${safetySettingSql('mentions_from', mentionedId)} when 'everyone' then true
    when 'following' then exists (select from follows where follows.follower_id = ${mentionedId}
      and follows.followed_id = ${authorId} and follows.state = 'approved')
    else false end`
}
