import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../platform/http/viewer.ts'

/*
 * The policy on people (`policy.ts`), as conditions. They speak of `profiles`, but where another name is given.
 */

/** Suspended, banned or leaving: there for nobody but themself. */
export function isAway(name: 'profiles' | 'creator' | 'actor' = 'profiles'): RawBuilder<boolean> {
  const column = (of: string) => sql.ref(`${name}.${of}`)
  return sql<boolean>`(${column('leaving_at')} is not null or coalesce(${column('suspended_until')} > now(), false))`
}

/** Does this person exist for the viewer? Every query that shows people carries it. */
export function present(
  viewer: Viewer,
  name: 'profiles' | 'creator' | 'actor' = 'profiles',
): RawBuilder<boolean> {
  const id = sql.ref(`${name}.user_id`)
  if (viewer.kind === 'anonymous') return sql<boolean>`not ${isAway(name)}`
  return sql<boolean>`(${id} = ${viewer.id} or (not ${isAway(name)} and not ${blocked(viewer.id, id)}))`
}

/** Is all of the profile shown to the viewer? Otherwise only its card. For somebody who is `present`. */
export function shownWhole(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.kind === 'anonymous') return sql<boolean>`(not profiles.is_private)`
  return sql<boolean>`(not profiles.is_private or profiles.user_id = ${viewer.id} or exists (select from follows
    where follower_id = ${viewer.id} and followed_id = profiles.user_id and follows.state = 'approved'))`
}

/** May the viewer find this person by name? Speaks of `creator`, as the conditions on content do. */
export function found(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(not creator.is_private and ${present(viewer, 'creator')})`
}

/** Is there a block between the two, either way? */
export function blocked(one: string, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from blocks where blocker_id = ${one} and blocked_id = ${other})
    or exists (select from blocks where blocker_id = ${other} and blocked_id = ${one}))`
}
