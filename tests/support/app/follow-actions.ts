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

export const setPrivate = (who: TestUser, is_private: boolean) =>
  who.call(updateProfile, { body: { is_private } })
export const withId = ({ id }: TestUser) => ({ params: { id } })
export const follow = async (who: TestUser, whom: TestUser) => (await who.call(putFollow, withId(whom))).state
export const unfollow = (who: TestUser, whom: TestUser) => who.call(deleteFollow, withId(whom))
export const approve = (who: TestUser, whom: TestUser) => who.call(approveFollow, withId(whom))
export const decline = (who: TestUser, whom: TestUser) => who.call(declineFollow, withId(whom))
export const remove = (who: TestUser, whom: TestUser) => who.call(removeFollower, withId(whom))
export const usernamesIn = ({ items }: { items: { username: string }[] }) =>
  items.map(({ username }) => username)
export const followersOf = async (who: TestUser) => usernamesIn(await who.call(listFollowers, { query: {} }))
export const requestsOf = async (who: TestUser) =>
  usernamesIn(await who.call(listFollowRequests, { query: {} }))
export const canSee = (who: TestUser, id: string) =>
  who.call(getContent, { params: { id } }).then(
    () => true,
    () => false,
  )
export const stateFor = async (who: TestUser, whom: TestUser) =>
  (await who.call(getProfileById, withId(whom))).follow

/** Returns the user's notifications after all pending jobs have run. */
export async function notificationsOf(person: TestUser) {
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

/** Moves the age declaration this many years into the past. */
export const makeOlder = (who: TestUser, years: number) =>
  db
    .updateTable('private_details')
    .set({ age_declared_on: sql`age_declared_on - make_interval(years => ${years})` })
    .where('user_id', '=', who.id)
    .execute()
