import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listFollowRequests } from '#contract/people/follows.ts'
import { listNotifications } from '#contract/notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { recheckFollowPermissions } from '#server/follows/recheck-follow-permissions.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  backdateAgeDeclaration,
  approveFollowRequestFrom,
  canWatch,
  follow,
  listFollowerUsernames,
  fetchNotifications,
  noNotifications,
  listFollowRequesters,
  setProfilePrivacy,
  getFollowState,
  unfollow,
} from '#tests/support/app/member-actions.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

let people = 0
const join = (age?: number) => testApp.signUpMember(`person${++people}`, age)
/** Creates a user with a private profile and a video. */
async function createPrivateCreator(age?: number) {
  const owner = await join(age)
  await setProfilePrivacy(owner, true)
  return { owner, film: await createPublishedVideo(owner) }
}

test('whether one user can follow another depends on both ages and on the other user’s privacy setting', async () => {
  const ages = { '13-15': 14, '16-17': 16, '18-19': 18 }
  const expected = {
    '13-15': ['approved pending', 'approved pending', 'approved pending'],
    '16-17': ['approved pending', 'approved pending', 'approved pending'],
    '18-19': ['pending pending', 'pending pending', 'approved pending'],
  }
  const owners = await Promise.all(
    Object.values(ages).map(async (age) => [await join(age), (await createPrivateCreator(age)).owner]),
  )
  for (const asker of ['13-15', '16-17', '18-19'] as const) {
    const who = await join(ages[asker])
    const response = async (whom: TestUser) => {
      await follow(who, whom)
      return getFollowState(who, whom)
    }
    const row = await Promise.all(
      owners.map(async (pair) => (await Promise.all(pair.map(response))).join(' ')),
    )
    assert.deepEqual(row, expected[asker], asker)
  }
})

test('minors are told when a follow request comes from an adult', async () => {
  const minor = await join(16)
  const { owner: adult } = await createPrivateCreator(19)
  const [grown, young] = [await join(18), await join(14)]
  for (const one of [grown, young]) await follow(one, adult)
  await follow(grown, minor)
  const marks = async (who: TestUser) =>
    (await who.call(listFollowRequests, { query: {} })).items
      .map((one) => `${one.username} ${one.adult}`)
      .toSorted()
  assert.deepEqual(await marks(minor), [`${grown.name} true`])
  assert.deepEqual(await marks(adult), [`${grown.name} false`, `${young.name} false`].toSorted())
  await fetchNotifications(minor)
  const [entry] = (await minor.call(listNotifications, { query: {} })).items
  assert.deepEqual([entry!.kind, entry!.adult, entry!.content], ['follow_request', true, null])
})

test('members who turn 18 no longer follow the minors they followed before', async () => {
  const [child, teen, friend] = [await join(13), await join(16), await join(17)]
  const video = await createPublishedVideo(teen, { visibility: 'followers' })
  await follow(friend, child)
  await follow(friend, teen)
  await recheckFollowPermissions()
  assert.deepEqual(
    [await listFollowerUsernames(child), await listFollowerUsernames(teen)],
    [[friend.name], [friend.name]],
  )
  await backdateAgeDeclaration(friend, 1)
  await recheckFollowPermissions()
  assert.deepEqual(
    [await getFollowState(friend, child), await getFollowState(friend, teen)],
    ['pending', 'pending'],
  )
  assert.deepEqual(
    [await listFollowerUsernames(child), await listFollowRequesters(child), await fetchNotifications(child)],
    [[], [], noNotifications],
  )
  assert.equal(await canWatch(friend, video), false)
  const { items } = await teen.call(listFollowRequests, { query: {} })
  assert.deepEqual([items[0]!.username, items[0]!.adult], [friend.name, true])
  await approveFollowRequestFrom(teen, friend)
  await recheckFollowPermissions()
  assert.equal(await getFollowState(friend, teen), 'approved')
})

test('an adult’s follow request to a 13- to 15-year-old is never delivered', async () => {
  const [child, teen, adult] = [await join(14), await join(16), await join(18)]
  const responses = async (whom: TestUser) => {
    const path = `/api/profiles/id/${whom.id}/follow`
    const seen: string[] = []
    // The adult sends a follow request twice, loads the profile and the list of followed people, withdraws
    // the request and sends it again.
    for (const method of ['PUT', 'PUT', 'GET', 'LIST', 'DELETE', 'PUT']) {
      const at = { GET: `/api/profiles/id/${whom.id}`, LIST: '/api/me/following' }[method] ?? path
      const response = await adult.fetch(at, {
        method: method.length > 3 && method !== 'DELETE' ? 'GET' : method,
      })
      seen.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`)
    }
    await unfollow(adult, whom)
    return seen.map((one) =>
      one
        .replaceAll(whom.id, 'ID')
        .replaceAll(whom.name, 'NAME')
        .replaceAll(/[0-9a-f-]{36}|\d{4}-[\dT:.-]+Z/g, 'VARIES'),
    )
  }
  assert.deepEqual(await responses(child), await responses(teen))

  assert.equal(await follow(adult, child), 'pending')
  assert.deepEqual(
    [await listFollowRequesters(child), await fetchNotifications(child)],
    [[], noNotifications],
  )
  assert.equal((await child.call(listFollowRequests, { query: {} })).total, 0)
  assert.match(await expectApiError(approveFollowRequestFrom(child, adult)), /^404/)
  // Users aged 16 or over can approve or refuse the request, which is marked as coming from an adult.
  await backdateAgeDeclaration(child, 2)
  const { items } = await child.call(listFollowRequests, { query: {} })
  assert.deepEqual(
    items.map(({ username, adult: isAdult }) => [username, isAdult]),
    [[adult.name, true]],
  )
})

test('a follow request to a 13- to 15-year-old disappears when its sender turns 18', async () => {
  const { owner } = await createPrivateCreator(14)
  const friend = await join(17)
  await follow(friend, owner)
  assert.equal((await fetchNotifications(owner)).unread, 1)
  await backdateAgeDeclaration(friend, 1)
  await recheckFollowPermissions()
  assert.deepEqual(
    [await listFollowRequesters(owner), await fetchNotifications(owner)],
    [[], noNotifications],
  )
  assert.equal(await getFollowState(friend, owner), 'pending')
})

test('staff cannot follow anybody, and becoming staff ends existing follows', async () => {
  const [ada, helper] = [await join(16), await join(18)]
  const { owner } = await createPrivateCreator(18)
  const video = await createPublishedVideo(owner)
  await follow(helper, ada)
  await follow(helper, owner)
  await approveFollowRequestFrom(owner, helper)
  assert.deepEqual([await listFollowRequesters(ada), await canWatch(helper, video)], [[helper.name], true])
  assert.equal((await fetchNotifications(ada)).unread, 1)

  const setRole = (role: 'user' | 'moderator') =>
    db.updateTable('users').set({ role, email_verified: true }).where('id', '=', helper.id).execute()
  await setRole('moderator')
  assert.deepEqual(
    [await listFollowRequesters(ada), await listFollowerUsernames(owner), await fetchNotifications(ada)],
    [[], [], noNotifications],
  )
  assert.equal(await canWatch(helper, video), false)
  for (const whom of [ada, owner, await join(18)])
    assert.equal(
      await expectApiError(follow(helper, whom)),
      '403 Not allowed / Moderators can’t follow people.',
    )

  // A follow request that was stored by an earlier release cannot be approved, and the next recheck of
  // permissions deletes it.
  const pair = { follower_id: helper.id, followed_id: ada.id }
  await db
    .insertInto('follows')
    .values({ ...pair, state: 'pending', approved_at: null })
    .execute()
  assert.match(await expectApiError(approveFollowRequestFrom(ada, helper)), /^404/)
  await recheckFollowPermissions()
  assert.deepEqual(await listFollowRequesters(ada), [])
  await setRole('user')
  assert.equal(await getFollowState(helper, owner), 'none')
  assert.equal(await follow(helper, owner), 'pending')
})

test('on an account’s first day, its owner can follow at most thirty people', async () => {
  const [fan, last, one] = [await join(), await join(), await join()]
  await db.insertInto('first_day_usage').values({ user_id: fan.id, follows: 29 }).execute()
  await follow(fan, last)
  await unfollow(fan, last)
  await follow(fan, last)
  assert.equal(
    await expectApiError(follow(fan, one)),
    '429 First-day limit reached / New accounts have lower limits on their first day. You can continue tomorrow.',
  )
  await sql`update users set created_at = created_at - interval '25 hours' where id = ${fan.id}`.execute(db)
  assert.equal(await follow(fan, one), 'approved')
})
