import { sql } from 'kysely'
import { getContent } from '#contract/content/content.ts'
import {
  approveFollow,
  declineFollow,
  deleteFollow,
  listFollowers,
  listFollowRequests,
  putFollow,
  removeFollower,
} from '#contract/people/follows.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getProfileById, updateProfile } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { type TestUser } from '#tests/support/app/test-app.ts'

export const setProfilePrivacy = (who: TestUser, is_private: boolean) =>
  who.call(updateProfile, { body: { is_private } })
export const toUserIdParams = ({ id }: TestUser) => ({ params: { id } })
export const follow = async (who: TestUser, whom: TestUser) =>
  (await who.call(putFollow, toUserIdParams(whom))).state
export const unfollow = (who: TestUser, whom: TestUser) => who.call(deleteFollow, toUserIdParams(whom))
export const approveFollowRequestFrom = (who: TestUser, whom: TestUser) =>
  who.call(approveFollow, toUserIdParams(whom))
export const declineFollowRequestFrom = (who: TestUser, whom: TestUser) =>
  who.call(declineFollow, toUserIdParams(whom))
export const removeFromFollowers = (who: TestUser, whom: TestUser) =>
  who.call(removeFollower, toUserIdParams(whom))
export const getUsernames = ({ items }: { items: { username: string }[] }) =>
  items.map(({ username }) => username)
export const listFollowerUsernames = async (who: TestUser) =>
  getUsernames(await who.call(listFollowers, { query: {} }))
export const listFollowRequesters = async (who: TestUser) =>
  getUsernames(await who.call(listFollowRequests, { query: {} }))
export const canWatch = (who: TestUser, id: string) =>
  who.call(getContent, { params: { id } }).then(
    () => true,
    () => false,
  )
export const getFollowState = async (who: TestUser, whom: TestUser) =>
  (await who.call(getProfileById, toUserIdParams(whom))).follow

/** Returns the user's notifications after all pending jobs have run. */
export async function fetchNotifications(person: TestUser) {
  await waitUntil(async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pgboss.job where name = 'create-notifications' and state < 'completed'`.execute(
      db,
    )
    return rows[0]!.open === 0
  })
  const { items, unread } = await person.call(listNotifications, { query: {} })
  return {
    unread,
    said: items.map(({ kind, actors }) => `${kind} ${actors.map((one) => one.username).join(' ')}`),
  }
}

export const noNotifications = { unread: 0, said: [] }

/** Backdates this person's age declaration by `years` years. */
export const backdateAgeDeclaration = (who: TestUser, years: number) =>
  db
    .updateTable('private_details')
    .set({ age_declared_on: sql`age_declared_on - make_interval(years => ${years})` })
    .where('user_id', '=', who.id)
    .execute()
