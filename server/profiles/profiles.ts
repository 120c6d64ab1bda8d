import { sql } from 'kysely'
import type { Profile } from '#contract/people/profiles.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isProfileIndexable } from '#server/access-policy/search-indexing.ts'
import { selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { getVisibleDisplayName, maskTextForViewer } from '#server/access-policy/contact-detail-visibility.ts'
import {
  followStateSql,
  newVideoNotificationSettingSql,
  hasMuted,
  isFullProfileVisible,
} from '#server/access-policy/visible-profiles.ts'

/**
 * Loads a profile by username. The comparison ignores case. `ILIKE` is not used, because in a pattern `_`
 * matches any character.
 */
export async function loadProfileByUsername(viewer: Viewer, username: string): Promise<Profile> {
  const row = await selectProfiles(viewer)
    .where(({ eb, fn }) => eb(fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  return presentProfile(viewer, row)
}

export async function loadProfileById(viewer: Viewer, userId: string): Promise<Profile> {
  return presentProfile(viewer, await selectProfiles(viewer).where('user_id', '=', userId).executeTakeFirst())
}

function selectProfiles(viewer: Viewer) {
  return selectVisiblePeople(viewer)
    .select(['user_id', 'username', 'display_name', 'bio', 'avatar_url', 'is_private', 'is_minor'])
    .select([isProfileIndexable().as('indexable'), isFullProfileVisible(viewer).as('is_whole')])
    .select([
      followStateSql(viewer, 'profiles').as('follow'),
      newVideoNotificationSettingSql(viewer).as('new_video_notifications'),
      hasMuted(viewer, sql.ref('profiles.user_id')).as('muted'),
    ])
}

type ProfileRow = Omit<Profile, 'view' | 'mine'> & { is_whole: boolean; is_minor: boolean }

/**
 * Returns a profile as the viewer may see it. Age, full name and other private details are not selected from
 * the database at all.
 */
function presentProfile(viewer: Viewer, row: ProfileRow | undefined): Profile {
  if (!row) throw new ApiError('creator_not_found')
  const { is_whole, is_minor, ...person } = row
  const view: Profile['view'] = is_whole ? 'full' : 'card'
  const mine = viewer.kind === 'member' && viewer.id === row.user_id
  const shown = {
    ...person,
    display_name: getVisibleDisplayName(viewer, row.display_name, row.username),
    bio: mine ? row.bio : maskTextForViewer(viewer, row.bio, is_minor),
    view,
    mine,
  }
  return view === 'full' ? shown : { ...shown, display_name: row.username, bio: '' }
}
