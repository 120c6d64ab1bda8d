import { type RawBuilder, sql } from 'kysely'
import type { FollowState, NewVideoNotifications } from '#contract/people/follows.ts'
import { getViewerId, type Viewer } from '#server/platform/http/viewer.ts'
import { safetySettingSql } from '#server/safety-settings/safety-settings.ts'

/*
 * The access policy for profiles as SQL conditions (`comment-and-follow-permissions.ts` contains the policy
 * for actions). The conditions refer to `profiles` unless another table alias is given.
 */

/**
 * Whether the account is hidden because it is suspended, banned or scheduled for deletion. Only the owner of
 * the account can see a hidden account.
 */
export function isAccountHidden(name: 'profiles' | 'creator' | 'actor' = 'profiles'): RawBuilder<boolean> {
  const column = (of: string) => sql.ref(`${name}.${of}`)
  return sql<boolean>`(${column('deletion_scheduled_at')} is not null or coalesce(${column('suspended_until')} > now(), false))`
}

/** Whether this person is visible to the viewer. Every query that shows people includes this condition. */
export function isProfileVisible(
  viewer: Viewer,
  name: 'profiles' | 'creator' | 'actor' = 'profiles',
): RawBuilder<boolean> {
  const id = sql.ref(`${name}.user_id`)
  if (viewer.kind === 'anonymous') return sql<boolean>`not ${isAccountHidden(name)}`
  return sql<boolean>`(${id} = ${viewer.id} or (not ${isAccountHidden(name)} and not ${isBlockedEitherWay(viewer.id, id)}))`
}

/**
 * Whether the viewer sees the full profile instead of only the card of a private profile. Use this condition
 * only for people who are visible to the viewer (`isProfileVisible`).
 */
export function isFullProfileVisible(
  viewer: Viewer,
  name: 'profiles' | 'creator' = 'profiles',
): RawBuilder<boolean> {
  const isPublic = sql`not ${sql.ref(`${name}.is_private`)}`
  return sql<boolean>`(${isPublic} or ${isFollowedOrSelf(viewer, sql.ref(`${name}.user_id`))})`
}

/**
 * The display name that the viewer sees. The result is empty if the viewer sees only the card of the profile,
 * because a card shows no name except the username. Use this expression only in a query that selects from
 * `profiles`.
 */
export function selectVisibleDisplayName(viewer: Viewer) {
  return sql<string>`case when ${isFullProfileVisible(viewer)} then profiles.display_name else '' end`.as(
    'display_name',
  )
}

/**
 * Whether this person appears in the viewer's search results. Viewers always find themselves and the people
 * they follow. All other people are found according to their own settings: by any part of their name while
 * the profile is public, by the exact username, or not at all. Use this condition only in a query that joins
 * `creator`.
 */
export function isFindableByName(viewer: Viewer, typed: string): RawBuilder<boolean> {
  const foundBy = safetySettingSql('found_by', sql.ref('creator.user_id'))
  const username = typed.trim().replace(/^@/, '').toLowerCase()
  const byName = sql`case ${foundBy} when 'everyone' then not creator.is_private
    when 'exact' then lower(creator.username) = ${username} else false end`
  return sql<boolean>`(${isProfileVisible(viewer, 'creator')} and (${isFollowedOrSelf(viewer, sql.ref('creator.user_id'))} or ${byName}))`
}

/** Selects whether the viewer follows this person, has sent a follow request, or neither. */
export function followStateSql(viewer: Viewer, name: 'profiles' | 'creator'): RawBuilder<FollowState> {
  return sql<FollowState>`coalesce((select state from follows
    where follower_id = ${getViewerId(viewer)} and followed_id = ${sql.ref(`${name}.user_id`)}), 'none')`
}

/** Selects whether the viewer gets a notification about each new video of this person. */
export function newVideoNotificationSettingSql(viewer: Viewer): RawBuilder<NewVideoNotifications> {
  return sql<NewVideoNotifications>`case when exists (select from follows where follower_id = ${getViewerId(viewer)}
    and followed_id = profiles.user_id and state = 'approved' and new_video_notifications) then 'all' else 'none' end`
}

export function hasMuted(viewer: Viewer, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from mutes where muter_id = ${getViewerId(viewer)} and muted_id = ${userId})`
}

function isFollowedOrSelf(viewer: Viewer, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (viewer.kind === 'anonymous') return sql<boolean>`false`
  return sql<boolean>`(${userId} = ${viewer.id} or exists (select from follows
    where follower_id = ${viewer.id} and followed_id = ${userId} and follows.state = 'approved'))`
}

/** Whether either person has blocked the other. */
export function isBlockedEitherWay(
  one: string | RawBuilder<string>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from blocks where blocker_id = ${one} and blocked_id = ${other})
    or exists (select from blocks where blocker_id = ${other} and blocked_id = ${one}))`
}

/**
 * Whether `one` has muted `other`, or one of the two has blocked the other. If the result is true, `one` gets
 * no notifications about `other`.
 */
export function isBlockedOrMuted(one: string, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${isBlockedEitherWay(one, other)} or exists (select from mutes where muter_id = ${one} and muted_id = ${other}))`
}
