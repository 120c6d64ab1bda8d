import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getContent, listContent } from '#contract/content/content.ts'
import {
  approveFollow,
  declineFollow,
  deleteFollow,
  listFollowers,
  listFollowing,
  listFollowRequests,
  putFollow,
  removeFollower,
} from '#contract/people/follows.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getProfileById, updateProfile } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { sweepFollowRequestHistory } from '#server/follows/follow-request-history.ts'
import { recheckFollowPermissions } from '#server/follows/recheck-follow-permissions.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, openTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ working: true })
})
after(() => testApp.close())

let people = 0
const join = (age?: number) => testApp.signUpMember(`person${++people}`, age)
/** Creates a user with a private profile and a video. */
async function createPrivateCreator(age?: number) {
  const owner = await join(age)
  await setPrivate(owner, true)
  return { owner, film: await createPublishedVideo(owner) }
}
const setPrivate = (who: TestUser, is_private: boolean) => who.call(updateProfile, { body: { is_private } })
const withId = ({ id }: TestUser) => ({ params: { id } })
const follow = async (who: TestUser, whom: TestUser) => (await who.call(putFollow, withId(whom))).state
const unfollow = (who: TestUser, whom: TestUser) => who.call(deleteFollow, withId(whom))
const approve = (who: TestUser, whom: TestUser) => who.call(approveFollow, withId(whom))
const decline = (who: TestUser, whom: TestUser) => who.call(declineFollow, withId(whom))
const remove = (who: TestUser, whom: TestUser) => who.call(removeFollower, withId(whom))
const names = ({ items }: { items: { username: string }[] }) => items.map(({ username }) => username)
const followersOf = async (who: TestUser) => names(await who.call(listFollowers, { query: {} }))
const requestsOf = async (who: TestUser) => names(await who.call(listFollowRequests, { query: {} }))
const canSee = (who: TestUser, id: string) =>
  who.call(getContent, { params: { id } }).then(
    () => true,
    () => false,
  )
const stateFor = async (who: TestUser, whom: TestUser) =>
  (await who.call(getProfileById, withId(whom))).follow
const impossible = '403 Not possible / You can’t follow this person.'
const missing = "404 Creator not found / We couldn't find that username"

/** Returns the user's notifications after all pending jobs have run. */
async function notificationsOf(person: TestUser) {
  await waitUntil(async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pgboss.job where name = 'ring' and state < 'completed'`.execute(db)
    return rows[0]!.open === 0
  })
  const { items, unread } = await person.call(listNotifications, { query: {} })
  return {
    unread,
    said: items.map(({ kind, actors }) => `${kind} ${actors.map((one) => one.username).join(' ')}`),
  }
}

/** Moves the age declaration this many years into the past. */
const ageBy = (who: TestUser, years: number) =>
  db
    .updateTable('private_details')
    .set({ age_declared_on: sql`age_declared_on - make_interval(years => ${years})` })
    .where('user_id', '=', who.id)
    .execute()
/** Moves the account and its requests 25 hours into the past. */
async function aDayPasses() {
  await sql`update follow_asks set asked_at = asked_at - interval '25 hours', refused_at = refused_at - interval '25 hours'`.execute(
    db,
  )
  await sweepFollowRequestHistory()
}

test('following a public profile needs no approval', async () => {
  const [ada, ben] = [await join(), await join()]
  assert.equal(await stateFor(ben, ada), 'none')
  assert.equal(await follow(ben, ada), 'approved')
  assert.equal(await follow(ben, ada), 'approved')
  assert.equal(await stateFor(ben, ada), 'approved')
  assert.deepEqual(await followersOf(ada), [ben.name])
  assert.deepEqual(await notificationsOf(ada), { unread: 1, said: [`new_follower ${ben.name}`] })
  const mine = await ben.call(listFollowing, { query: {} })
  assert.deepEqual([names(mine), mine.total, mine.items[0]!.state], [[ada.name], 1, 'approved'])
  assert.equal(JSON.stringify(await ben.call(getProfileById, withId(ada))).includes('followers'), false)
  assert.match(await expectApiError(testApp.anonymousUser().call(listFollowers, { query: {} })), /^401/)
  await unfollow(ben, ada)
  assert.deepEqual([await followersOf(ada), await stateFor(ben, ada)], [[], 'none'])
  assert.deepEqual(await notificationsOf(ada), { unread: 0, said: [] })
})

test('following requires signing in, and only other existing users can be followed', async () => {
  const ada = await join()
  assert.match(await expectApiError(follow(testApp.anonymousUser(), ada)), /^401/)
  assert.equal(await expectApiError(follow(ada, ada)), impossible)
  const nobody = { params: { id: '01900000-0000-7000-8000-000000000000' } }
  assert.equal(await expectApiError(ada.call(putFollow, nobody)), missing)
  assert.deepEqual(await ada.call(deleteFollow, nobody), { state: 'none' })
})

test('following a private profile requires approval, which reveals the profile and its videos', async () => {
  const { owner, film: video } = await createPrivateCreator()
  const ben = await join()
  assert.equal(await follow(ben, owner), 'pending')
  assert.equal(await stateFor(ben, owner), 'pending')
  assert.deepEqual(
    [await canSee(ben, video), await requestsOf(owner), await followersOf(owner)],
    [false, [ben.name], []],
  )
  assert.deepEqual(await notificationsOf(owner), { unread: 1, said: [`follow_request ${ben.name}`] })

  assert.deepEqual(await approve(owner, ben), { state: 'approved' })
  assert.deepEqual(await approve(owner, ben), { state: 'approved' })
  assert.deepEqual(
    [await canSee(ben, video), await requestsOf(owner), await followersOf(owner)],
    [true, [], [ben.name]],
  )
  const { view } = await ben.call(getProfileById, withId(owner))
  const { items } = await ben.call(listContent, { query: { creator: owner.id } })
  assert.deepEqual([view, items.length], ['full', 1])
  assert.deepEqual(await notificationsOf(owner), { unread: 0, said: [] })
  assert.deepEqual(await notificationsOf(ben), { unread: 1, said: [`follow_approved ${owner.name}`] })
})

test('a declined follow request disappears silently and can be repeated the next day', async () => {
  const { owner } = await createPrivateCreator()
  const ben = await join()
  await follow(ben, owner)
  await notificationsOf(owner)
  await decline(owner, ben)
  assert.deepEqual([await requestsOf(owner), await stateFor(ben, owner)], [[], 'none'])
  assert.deepEqual([await notificationsOf(owner), await notificationsOf(ben)], [quiet, quiet])
  assert.equal(await expectApiError(follow(ben, owner)), impossible)
  await aDayPasses()
  assert.equal(await follow(ben, owner), 'pending')
  assert.deepEqual((await notificationsOf(owner)).said, [`follow_request ${ben.name}`])
  await decline(owner, ben)
  await decline(owner, ben)
})

const quiet = { unread: 0, said: [] }

test('a withdrawn follow request disappears and cannot be approved', async () => {
  const { owner } = await createPrivateCreator()
  const ben = await join()
  await follow(ben, owner)
  await notificationsOf(owner)
  await unfollow(ben, owner)
  assert.deepEqual([await requestsOf(owner), await notificationsOf(owner)], [[], quiet])
  assert.equal(
    await expectApiError(approve(owner, ben)),
    '404 Not found / This follow request was withdrawn or already answered.',
  )
  await follow(ben, owner)
  assert.deepEqual(await notificationsOf(owner), { unread: 1, said: [`follow_request ${ben.name}`] })
})

test('a removed follower immediately loses followers-only content', async () => {
  const { owner, film: video } = await createPrivateCreator()
  const ben = await join()
  await follow(ben, owner)
  await approve(owner, ben)
  const page = await listenToContentUpdates(ben, video)
  const gone = page.next('gone')
  await remove(owner, ben)
  await gone
  await page.ended
  assert.deepEqual([await canSee(ben, video), await stateFor(ben, owner)], [false, 'none'])
  assert.deepEqual((await notificationsOf(ben)).said, [])
})

test('a followers-only item is visible to followers, whatever the profile’s privacy', async () => {
  const [ada, ben, cleo] = [await join(), await join(), await join()]
  const video = await createPublishedVideo(ada, { visibility: 'followers' })
  await follow(ben, ada)
  assert.deepEqual(
    [await canSee(ben, video), await canSee(cleo, video), await canSee(testApp.anonymousUser(), video)],
    [true, false, false],
  )
  const lists = async (who: TestUser) =>
    (await who.call(listContent, { query: { creator: ada.id } })).items.length
  assert.deepEqual([await lists(ben), await lists(cleo), await lists(testApp.anonymousUser())], [1, 0, 0])
})

test('making a profile private keeps its followers, and making it public approves pending requests', async () => {
  const { owner, film: video } = await createPrivateCreator(16)
  const [ben, cleo, grown] = [await join(), await join(), await join(18)]
  for (const one of [ben, cleo, grown]) await follow(one, owner)
  await approve(owner, ben)
  await setPrivate(owner, false)
  assert.deepEqual(
    [await requestsOf(owner), (await followersOf(owner)).toSorted()],
    [[grown.name], [ben.name, cleo.name].toSorted()],
  )
  assert.deepEqual((await notificationsOf(cleo)).said, [`follow_approved ${owner.name}`])
  await setPrivate(owner, true)
  assert.deepEqual(
    [await canSee(ben, video), await canSee(cleo, video), await canSee(grown, video)],
    [true, true, false],
  )
})

test("who may follow a user depends on the age of both and the user's privacy", async () => {
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
      return stateFor(who, whom)
    }
    const row = await Promise.all(
      owners.map(async (pair) => (await Promise.all(pair.map(response))).join(' ')),
    )
    assert.deepEqual(row, expected[asker], asker)
  }
})

test('minors see that a follow requester is an adult', async () => {
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
  await notificationsOf(minor)
  const [entry] = (await minor.call(listNotifications, { query: {} })).items
  assert.deepEqual([entry!.kind, entry!.adult, entry!.content], ['follow_request', true, null])
})

test('a follow ends when a birthday makes it impermissible', async () => {
  const [child, teen, friend] = [await join(13), await join(16), await join(17)]
  const video = await createPublishedVideo(teen, { visibility: 'followers' })
  await follow(friend, child)
  await follow(friend, teen)
  await recheckFollowPermissions()
  assert.deepEqual([await followersOf(child), await followersOf(teen)], [[friend.name], [friend.name]])
  await ageBy(friend, 1)
  await recheckFollowPermissions()
  assert.deepEqual([await stateFor(friend, child), await stateFor(friend, teen)], ['pending', 'pending'])
  assert.deepEqual(
    [await followersOf(child), await requestsOf(child), await notificationsOf(child)],
    [[], [], quiet],
  )
  assert.equal(await canSee(friend, video), false)
  const { items } = await teen.call(listFollowRequests, { query: {} })
  assert.deepEqual([items[0]!.username, items[0]!.adult], [friend.name, true])
  await approve(teen, friend)
  await recheckFollowPermissions()
  assert.equal(await stateFor(friend, teen), 'approved')
})

test('an adult’s follow request to a 13- to 15-year-old is never delivered', async () => {
  const [child, teen, adult] = [await join(14), await join(16), await join(18)]
  const responses = async (whom: TestUser) => {
    const path = `/api/profiles/id/${whom.id}/follow`
    const seen: string[] = []
    // The adult sends a follow request, repeats it, reads it on the profile and in the list, withdraws it and
    // sends it again.
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
  assert.deepEqual([await requestsOf(child), await notificationsOf(child)], [[], quiet])
  assert.equal((await child.call(listFollowRequests, { query: {} })).total, 0)
  assert.match(await expectApiError(approve(child, adult)), /^404/)
  // Users aged 16 or over decide about the request, which is marked as an adult's.
  await ageBy(child, 2)
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
  assert.equal((await notificationsOf(owner)).unread, 1)
  await ageBy(friend, 1)
  await recheckFollowPermissions()
  assert.deepEqual([await requestsOf(owner), await notificationsOf(owner)], [[], quiet])
  assert.equal(await stateFor(friend, owner), 'pending')
})

test('staff cannot follow anybody, and becoming staff ends existing follows', async () => {
  const [ada, helper] = [await join(16), await join(18)]
  const { owner } = await createPrivateCreator(18)
  const video = await createPublishedVideo(owner)
  await follow(helper, ada)
  await follow(helper, owner)
  await approve(owner, helper)
  assert.deepEqual([await requestsOf(ada), await canSee(helper, video)], [[helper.name], true])
  assert.equal((await notificationsOf(ada)).unread, 1)

  const setRole = (role: 'user' | 'moderator') =>
    db.updateTable('users').set({ role, email_verified: true }).where('id', '=', helper.id).execute()
  await setRole('moderator')
  assert.deepEqual(
    [await requestsOf(ada), await followersOf(owner), await notificationsOf(ada)],
    [[], [], quiet],
  )
  assert.equal(await canSee(helper, video), false)
  for (const whom of [ada, owner, await join(18)])
    assert.equal(
      await expectApiError(follow(helper, whom)),
      '403 Not allowed / Moderators can’t follow people.',
    )

  // If a process of the previous release has stored a follow request, it cannot be approved, and the next
  // check deletes it.
  const pair = { follower_id: helper.id, followed_id: ada.id }
  await db
    .insertInto('follows')
    .values({ ...pair, state: 'pending', approved_at: null })
    .execute()
  assert.match(await expectApiError(approve(ada, helper)), /^404/)
  await recheckFollowPermissions()
  assert.deepEqual(await requestsOf(ada), [])
  await setRole('user')
  assert.equal(await stateFor(helper, owner), 'none')
  assert.equal(await follow(helper, owner), 'pending')
})

test('lists of people show only the username of private profiles', async () => {
  const [me, adult] = [await join(18), await join(18)]
  await adult.call(updateProfile, { body: { display_name: 'Nora Winter', display_name_mode: 'full_name' } })
  const shown = async () => {
    const lists = await Promise.all(
      ['followers', 'following', 'blocks', 'mutes'].map(async (list) => {
        const { items } = (await (await me.fetch(`/api/me/${list}`)).json()) as {
          items: { display_name: string }[]
        }
        return items.map(({ display_name }) => display_name)
      }),
    )
    return lists.flat()
  }
  await follow(adult, me)
  await me.fetch(`/api/profiles/id/${adult.id}/mute`, { method: 'PUT' })
  assert.deepEqual(await shown(), ['Nora Winter', 'Nora Winter'])
  await setPrivate(adult, true)
  await follow(me, adult)
  assert.deepEqual(await shown(), [adult.name, adult.name, adult.name])
  await approve(adult, me)
  assert.deepEqual(await shown(), ['Nora Winter', 'Nora Winter', 'Nora Winter'])
  await me.fetch(`/api/profiles/id/${adult.id}/block`, { method: 'PUT' })
  assert.deepEqual(await shown(), [adult.name])
})

test('fifty concurrent follow requests and approvals leave one follower', async () => {
  const [ada, ben] = [await join(), await join()]
  const press = (n: number) => (n % 2 ? unfollow(ben, ada) : ben.call(putFollow, withId(ada)))
  await Promise.all(Array.from({ length: 50 }, (_, n) => press(n)))
  assert.equal(await follow(ben, ada), 'approved')
  assert.deepEqual(await followersOf(ada), [ben.name])

  const { owner } = await createPrivateCreator()
  await follow(ben, owner)
  await Promise.all(Array.from({ length: 50 }, () => approve(owner, ben)))
  assert.deepEqual([await followersOf(owner), await requestsOf(owner)], [[ben.name], []])
  assert.equal((await notificationsOf(ben)).said.length, 1)
})

test('approving a follow request while it is withdrawn never leaves a follow', async () => {
  const { owner } = await createPrivateCreator()
  for (let n = 0; n < 4; n++) {
    const ben = await join()
    await follow(ben, owner)
    await Promise.allSettled([approve(owner, ben), unfollow(ben, owner)])
    assert.deepEqual([await stateFor(ben, owner), (await requestsOf(owner)).length], ['none', 0])
  }
})

test('following a profile while it becomes private never bypasses approval', async () => {
  const owner = await join()
  const fans = await Promise.all(Array.from({ length: 6 }, () => join()))
  const [states] = await Promise.all([
    Promise.all(fans.map((fan) => follow(fan, owner))),
    setPrivate(owner, true),
  ])
  const approved = states.filter((state) => state === 'approved').length
  assert.deepEqual(
    [(await followersOf(owner)).length, (await requestsOf(owner)).length],
    [approved, 6 - approved],
  )
})

test('on the first day a user can follow thirty people at most', async () => {
  const [fan, last, one] = [await join(), await join(), await join()]
  await db.insertInto('first_days').values({ user_id: fan.id, follows: 29 }).execute()
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

test('lists of followers can be paged and omit hidden accounts', async () => {
  const ada = await join()
  const fans: TestUser[] = []
  for (let n = 0; n < 5; n++) fans.push(await join())
  for (const fan of fans) await follow(fan, ada)
  await sql`update profiles set suspended_until = 'infinity' where user_id = ${fans[4]!.id}`.execute(db)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await ada.call(listFollowers, { query: { limit: 2, cursor } })
    assert.equal(page.total, 4)
    seen.push(...names(page))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(
    seen,
    fans
      .slice(0, 4)
      .map(({ name }) => name)
      .toReversed(),
  )
})

test('the list of videos by followed creators is newest first', async () => {
  const [me, ada, ben, shut] = [
    await join(),
    await join(),
    await join(),
    (await createPrivateCreator()).owner,
  ]
  const titles = async (who: TestUser) =>
    (await who.call(listContent, { query: { followed: 'true' } })).items.map(({ title }) => title)
  await createPublishedVideo(ada, { title: 'older', minutesAgo: 5 })
  await createPublishedVideo(ben, { title: 'newer' })
  await follow(me, ada)
  await follow(me, ben)
  await follow(me, shut)
  assert.deepEqual([await titles(me), await titles(testApp.anonymousUser())], [['newer', 'older'], []])
})
