import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ageLimits } from '#contract/limits.ts'
import type { OwnProfile, updateProfile } from '#contract/people/profiles.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import {
  throwIfUsernameTaken,
  assertUsernameNotReserved,
  assertUsernameAllowed,
  reserveUsername,
} from '../accounts/usernames.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { checkUserText } from '#server/text-moderation/check-user-text.ts'
import { prepareBioUpdate } from './bio.ts'
import {
  countDaysUntilUsernameChange,
  loadOwnProfile,
  selectOwnProfileWithPrivateDetails,
  getNextUsernameChangeTime,
} from './own-profile.ts'

type ProfileChanges = ParsedInputOf<typeof updateProfile>['body']
type OwnProfileRow = Awaited<
  ReturnType<ReturnType<typeof selectOwnProfileWithPrivateDetails>['executeTakeFirstOrThrow']>
>

/** Updates the viewer's profile. Saves either all of the requested changes or none. */
export async function updateOwnProfile(viewer: Member, changes: ProfileChanges): Promise<OwnProfile> {
  await transaction(async (tx) => {
    const before = await selectOwnProfileWithPrivateDetails(viewer, tx)
      .forUpdate('profiles')
      .executeTakeFirstOrThrow()
    if (changes.username !== undefined && changes.username !== before.username)
      await changeUsername(tx, viewer, before, changes)
    if (changes.is_private === false && before.private_by_decision) throw new ApiError('profile_kept_private')
    await updateProfileDetails(tx, viewer, before, changes)
    if (changes.is_private && !before.is_private)
      await emitEvent(tx, { type: 'creator_visibility_changed', ownerId: viewer.id })
    if (changes.is_private === false && before.is_private)
      await emitEvent(tx, { type: 'profile_made_public', userId: viewer.id })
  })
  return loadOwnProfile(viewer)
}

/**
 * Changes the username, at most once every 30 days. The old username remains reserved, unless it was
 * generated or only its capitalisation changes.
 */
async function changeUsername(
  tx: Tx,
  viewer: Member,
  before: OwnProfileRow,
  { username = '', advise }: ProfileChanges,
): Promise<void> {
  const freeAt = getNextUsernameChangeTime(before)
  if (freeAt) throw new ApiError('username_lock', { n: countDaysUntilUsernameChange(freeAt) })
  const isSame = username.toLowerCase() === before.username.toLowerCase()
  const { full_name } = before
  if (!isSame) assertUsernameAllowed({ username, full_name, email: viewer.email, band: viewer.band, advise })
  await tx
    .updateTable('profiles')
    .set({
      username,
      has_generated_username: false,
      last_username_change: before.has_generated_username ? null : new Date(),
    })
    .where('user_id', '=', before.user_id)
    .execute()
    .catch(throwIfUsernameTaken)
  if (!isSame) await assertUsernameNotReserved(tx, username)
  if (!isSame && !before.has_generated_username) await reserveUsername(tx, before.username)
}

/*
 * A person's display name is stored in the person's private details. This private copy is used only in the
 * greeting and the menu that the person sees. All other code shows only the public copy of the display name,
 * `profiles.display_name`. Only this module writes the public copy, and only for a person who is 18 or 19
 * today and has chosen to be shown by name. A minor's display name, which can be a full name, is visible only
 * to the minor. A database constraint (minors_without_public_name) also prevents a minor from having a public
 * display name. When a person turns 18, nothing is published automatically. The profile keeps showing the
 * username until the person chooses to be shown by name.
 */
async function updateProfileDetails(
  tx: Tx,
  viewer: Member,
  before: OwnProfileRow,
  changes: ProfileChanges,
): Promise<void> {
  const isAdult = before.age >= ageLimits.adult
  const name = changes.display_name ?? (before.own_name || before.display_name)
  const mode = isAdult ? (changes.display_name_mode ?? before.display_name_mode) : 'username'
  if (mode === 'full_name' && name !== before.display_name)
    checkUserText('display_name', name, { band: viewer.band, anyway: true })
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
      ...(await prepareBioUpdate(tx, viewer, before, changes)),
      is_private: changes.is_private ?? before.is_private,
      hides_views: changes.hides_views ?? before.hides_views,
      held_words: changes.held_words ?? before.held_words,
      updated_at: new Date(),
    })
    .where('user_id', '=', before.user_id)
    .execute()
}
