import { ageLimits, usernameChangeCooldownDays } from '#contract/limits.ts'
import type { OwnProfile } from '#contract/people/profiles.ts'
import { effectiveAgeSql } from '../accounts/age.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'

const dayMs = 24 * 3600_000

/** Loads the viewer's own profile for the settings page. */
export async function loadOwnProfile(viewer: Member): Promise<OwnProfile> {
  const row = await selectOwnProfileWithPrivateDetails(viewer, db).executeTakeFirstOrThrow()
  const freeAt = getNextUsernameChangeTime(row)
  return {
    username: row.username,
    username_free_at: freeAt?.toISOString() ?? null,
    username_free_in_days: countDaysUntilUsernameChange(freeAt),
    choose_username: row.has_generated_username,
    display_name: row.own_name || row.display_name,
    display_name_mode: row.display_name_mode,
    may_show_name: row.age >= ageLimits.adult,
    bio: row.held_bio ?? row.bio,
    bio_held: row.held_bio !== null,
    is_private: row.is_private,
    hides_views: row.hides_views,
    held_words: row.held_words,
    avatar_url: row.avatar_url,
  }
}

/** Selects a person's private details together with their public profile. */
export function selectOwnProfileWithPrivateDetails(viewer: Member, from: Db | Tx) {
  return selectOwnProfile(viewer.id, from)
    .innerJoin('private_details', 'private_details.user_id', 'profiles.user_id')
    .selectAll('profiles')
    .select([
      'private_details.display_name as own_name',
      'private_details.full_name',
      effectiveAgeSql.as('age'),
    ])
}

interface UsernameState {
  last_username_change: Date | null
  has_generated_username: boolean
}

/**
 * Returns when the username can be changed again, or null if it can be changed now. A generated username can
 * be changed at any time, because the person did not choose it.
 */
export function getNextUsernameChangeTime({
  last_username_change: last,
  has_generated_username,
}: UsernameState): Date | null {
  if (!last || has_generated_username) return null
  const freeAt = new Date(last.getTime() + usernameChangeCooldownDays * dayMs)
  return freeAt.getTime() > Date.now() ? freeAt : null
}

/** Returns the number of days until a date. Parts of a day are rounded up, so one hour counts as one day. */
export function countDaysUntilUsernameChange(date: Date | null): number {
  return date ? Math.ceil((date.getTime() - Date.now()) / dayMs) : 0
}
