import { sql } from 'kysely'
import type { Profile } from '#contract/profiles.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { pageMayLeave } from '../safety/outside.ts'
import { people } from '../safety/people.ts'
import { nameFor, textFor } from '../safety/shown-text.ts'
import { followOf, isMuted, shownWhole } from '../safety/profile.ts'

/** By username: equal in any case, never a pattern (`_` is a letter here). */
export async function profileByName(viewer: Viewer, username: string): Promise<Profile> {
  const row = await profiles(viewer)
    .where(({ eb, fn }) => eb(fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  return shownTo(viewer, row)
}

export async function profileById(viewer: Viewer, userId: string): Promise<Profile> {
  return shownTo(viewer, await profiles(viewer).where('user_id', '=', userId).executeTakeFirst())
}

function profiles(viewer: Viewer) {
  return people(viewer)
    .select(['user_id', 'username', 'display_name', 'bio', 'avatar_url', 'is_private', 'is_minor'])
    .select([pageMayLeave().as('indexable'), shownWhole(viewer).as('is_whole')])
    .select([
      followOf(viewer, 'profiles').as('follow'),
      isMuted(viewer, sql.ref('profiles.user_id')).as('muted'),
    ])
}

type Row = Omit<Profile, 'view' | 'mine'> & { is_whole: boolean; is_minor: boolean }

/** Age, real name and everything else that is private is not even read. */
function shownTo(viewer: Viewer, row: Row | undefined): Profile {
  if (!row) throw new Refusal('creator_not_found')
  const { is_whole, is_minor, ...person } = row
  const view: Profile['view'] = is_whole ? 'full' : 'card'
  const mine = viewer.kind === 'member' && viewer.id === row.user_id
  const shown = {
    ...person,
    display_name: nameFor(viewer, row.display_name, row.username),
    bio: mine ? row.bio : textFor(viewer, row.bio, is_minor),
    view,
    mine,
  }
  return view === 'full' ? shown : { ...shown, display_name: row.username, bio: '' }
}
