import type { ParsedOf } from '#contract/endpoint.ts'
import { ages } from '#contract/limits.ts'
import type { OwnProfile, updateProfile } from '#contract/profiles.ts'
import { Refusal } from '#contract/refusals.ts'
import { refuseIfTaken, refuseReserved, refuseUnfit, reserve } from '../accounts/usernames.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { readText } from '../safety/text/read.ts'
import { newBio } from './bio.ts'
import { daysUntil, ownProfile, ownRow, usernameFreeAt } from './own.ts'

type Changes = ParsedOf<typeof updateProfile>['body']
type Row = Awaited<ReturnType<ReturnType<typeof ownRow>['executeTakeFirstOrThrow']>>

/** Changes one's own profile: all that was asked for, or nothing of it. */
export async function changeProfile(viewer: Member, changes: Changes): Promise<OwnProfile> {
  await transaction(async (tx) => {
    const before = await ownRow(viewer, tx).forUpdate('profiles').executeTakeFirstOrThrow()
    if (changes.username !== undefined && changes.username !== before.username)
      await rename(tx, viewer, before, changes)
    if (changes.is_private === false && before.private_by_decision) throw new Refusal('profile_kept_private')
    await describe(tx, viewer, before, changes)
    if (changes.is_private && !before.is_private)
      await announce(tx, { what: 'audiences_changed', ownerId: viewer.id })
    if (changes.is_private === false && before.is_private)
      await announce(tx, { what: 'profile_opened', userId: viewer.id })
  })
  return ownProfile(viewer)
}

/** At most every 30 days. The old name stays reserved, unless it was made up or only its capitals change. */
async function rename(
  tx: Tx,
  viewer: Member,
  before: Row,
  { username = '', advise }: Changes,
): Promise<void> {
  const freeAt = usernameFreeAt(before)
  if (freeAt) throw new Refusal('username_lock', { n: daysUntil(freeAt) })
  const isSame = username.toLowerCase() === before.username.toLowerCase()
  const { full_name } = before
  if (!isSame) refuseUnfit({ username, full_name, email: viewer.email, band: viewer.band, advise })
  await tx
    .updateTable('profiles')
    .set({
      username,
      username_is_made_up: false,
      last_username_change: before.username_is_made_up ? null : new Date(),
    })
    .where('user_id', '=', before.user_id)
    .execute()
    .catch(refuseIfTaken)
  if (!isSame) await refuseReserved(tx, username)
  if (!isSame && !before.username_is_made_up) await reserve(tx, before.username)
}

/*
 * A display name belongs to its owner: it is kept in their private details, where the greeting and the menu find it.
 * `profiles.display_name` is the copy for everybody else, and everything that shows people reads only that. It is made
 * in one place, here, and only for somebody who is 18 or 19 today and has chosen to be shown by name. So whatever a minor
 * types there, a full name included, is seen by nobody but them; the database holds to it too (minors_without_public_name).
 * Turning 18 publishes nothing either: the mode stays on the username until it is changed by hand.
 */
async function describe(tx: Tx, viewer: Member, before: Row, changes: Changes): Promise<void> {
  const isAdult = before.age >= ages.adult
  const name = changes.display_name ?? (before.own_name || before.display_name)
  const mode = isAdult ? (changes.display_name_mode ?? before.display_name_mode) : 'username'
  if (mode === 'full_name' && name !== before.display_name)
    readText('display_name', name, { band: viewer.band, anyway: true })
  await tx
    .updateTable('private_details')
    .set({ display_name: name })
    .where('user_id', '=', before.user_id)
    .execute()
  await tx
    .updateTable('profiles')
    .set({
      is_minor: !isAdult,
      display_name_mode: mode,
      display_name: mode === 'full_name' ? name : '',
      ...(await newBio(tx, viewer, before, changes)),
      is_private: changes.is_private ?? before.is_private,
      hides_views: changes.hides_views ?? before.hides_views,
      updated_at: new Date(),
    })
    .where('user_id', '=', before.user_id)
    .execute()
}
