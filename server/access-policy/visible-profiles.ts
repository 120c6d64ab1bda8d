import { type RawBuilder, sql } from 'kysely'
import type { FollowState } from '#contract/people/follows.ts'
import { viewerIdOf, type Viewer } from '#server/platform/http/viewer.ts'
import { selectSafetySetting } from '#server/safety-settings/safety-settings.ts'

/*
 * The policy on people (`policy.ts`), as conditions. They speak of `profiles`, but where another name is given.
 */

/** Suspended, banned or leaving: there for nobody but themself. */
export function isAccountHidden(name: 'profiles' | 'creator' | 'actor' = 'profiles'): RawBuilder<boolean> {
  const column = (of: string) => sql.ref(`${name}.${of}`)
  return sql<boolean>`(${column('leaving_at')} is not null or coalesce(${column('suspended_until')} > now(), false))`
}

/** Does this person exist for the viewer? Every query that shows people carries it. */
export function isProfileVisible(
  viewer: Viewer,
  name: 'profiles' | 'creator' | 'actor' = 'profiles',
): RawBuilder<boolean> {
  const id = sql.ref(`${name}.user_id`)
  if (viewer.kind === 'anonymous') return sql<boolean>`not ${isAccountHidden(name)}`
  return sql<boolean>`(${id} = ${viewer.id} or (not ${isAccountHidden(name)} and not ${isBlockedEitherWay(viewer.id, id)}))`
}

/** Is all of the profile shown to the viewer? Otherwise only its card. For somebody who is `present`. */
export function isFullProfileVisible(
  viewer: Viewer,
  name: 'profiles' | 'creator' = 'profiles',
): RawBuilder<boolean> {
  const isPublic = sql`not ${sql.ref(`${name}.is_private`)}`
  return sql<boolean>`(${isPublic} or ${isFollowedOrSelf(viewer, sql.ref(`${name}.user_id`))})`
}

/** The name a person is shown by, empty where the viewer sees only their card: a card has a username alone. Speaks of `profiles`. */
export function visibleDisplayName(viewer: Viewer) {
  return sql<string>`case when ${isFullProfileVisible(viewer)} then profiles.display_name else '' end`.as(
    'display_name',
  )
}

/**
 * May the viewer find this person by what they typed? Oneself and whom one follows, always; else as that person has set it: by
 * any part of their name while their profile is public, by their whole username, or not. Speaks of `creator`.
 */
export function isFoundBySearch(viewer: Viewer, typed: string): RawBuilder<boolean> {
  const foundBy = selectSafetySetting('found_by', sql.ref('creator.user_id'))
  const username = typed.trim().replace(/^@/, '').toLowerCase()
  const byName = sql`case ${foundBy} when 'everyone' then not creator.is_private
    when 'exact' then lower(creator.username) = ${username} else false end`
  return sql<boolean>`(${isProfileVisible(viewer, 'creator')} and (${isFollowedOrSelf(viewer, sql.ref('creator.user_id'))} or ${byName}))`
}

/** How the viewer follows them. */
export function selectFollowState(viewer: Viewer, name: 'profiles' | 'creator'): RawBuilder<FollowState> {
  return sql<FollowState>`coalesce((select state from follows
    where follower_id = ${viewerIdOf(viewer)} and followed_id = ${sql.ref(`${name}.user_id`)}), 'none')`
}

/** Has the viewer muted the person of this id? */
export function hasMuted(viewer: Viewer, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from mutes where muter_id = ${viewerIdOf(viewer)} and muted_id = ${userId})`
}

function isFollowedOrSelf(viewer: Viewer, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (viewer.kind === 'anonymous') return sql<boolean>`false`
  return sql<boolean>`(${userId} = ${viewer.id} or exists (select from follows
    where follower_id = ${viewer.id} and followed_id = ${userId} and follows.state = 'approved'))`
}

/** Is there a block between the two, either way? */
export function isBlockedEitherWay(one: string, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from blocks where blocker_id = ${one} and blocked_id = ${other})
    or exists (select from blocks where blocker_id = ${other} and blocked_id = ${one}))`
}

/** Is one spared news of the other: blocked either way, or muted by the one? */
export function isBlockedOrMuted(one: string, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${isBlockedEitherWay(one, other)} or exists (select from mutes where muter_id = ${one} and muted_id = ${other}))`
}
