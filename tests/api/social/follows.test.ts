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
import { recheckFollows } from '#server/follows/recheck-follows.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, openTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToContent } from '#tests/support/app/live-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let house: TestApp
before(async () => {
  house = await openTestApp({ working: true })
})
after(() => house.close())

let people = 0
const joins = (age?: number) => house.signUpMember(`person${++people}`, age)
/** Creates a user with a private profile and a video. */
async function privately(age?: number) {
  const owner = await joins(age)
  await goes(owner, true)
  return { owner, film: await createPublishedVideo(owner) }
}
const goes = (who: TestUser, is_private: boolean) => who.call(updateProfile, { body: { is_private } })
const of = ({ id }: TestUser) => ({ params: { id } })
const follows = async (who: TestUser, whom: TestUser) => (await who.call(putFollow, of(whom))).state
const unfollows = (who: TestUser, whom: TestUser) => who.call(deleteFollow, of(whom))
const approves = (who: TestUser, whom: TestUser) => who.call(approveFollow, of(whom))
const declines = (who: TestUser, whom: TestUser) => who.call(declineFollow, of(whom))
const removes = (who: TestUser, whom: TestUser) => who.call(removeFollower, of(whom))
const names = ({ items }: { items: { username: string }[] }) => items.map(({ username }) => username)
const followersOf = async (who: TestUser) => names(await who.call(listFollowers, { query: {} }))
const requestsOf = async (who: TestUser) => names(await who.call(listFollowRequests, { query: {} }))
const sees = (who: TestUser, id: string) =>
  who.call(getContent, { params: { id } }).then(
    () => true,
    () => false,
  )
const stateFor = async (who: TestUser, whom: TestUser) => (await who.call(getProfileById, of(whom))).follow
const impossible = '403 Not possible / You can’t follow this person.'
const missing = "404 Creator not found / We couldn't find that username"

/** The user's notifications, once all pending jobs have run. */
async function bellOf(person: TestUser) {
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
const grows = (who: TestUser, years: number) =>
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

test('a public profile is followed at once, and only its owner sees the followers', async () => {
  const [ada, ben] = [await joins(), await joins()]
  assert.equal(await stateFor(ben, ada), 'none')
  assert.equal(await follows(ben, ada), 'approved')
  assert.equal(await follows(ben, ada), 'approved')
  assert.equal(await stateFor(ben, ada), 'approved')
  assert.deepEqual(await followersOf(ada), [ben.name])
  assert.deepEqual(await bellOf(ada), { unread: 1, said: [`new_follower ${ben.name}`] })
  const mine = await ben.call(listFollowing, { query: {} })
  assert.deepEqual([names(mine), mine.total, mine.items[0]!.state], [[ada.name], 1, 'approved'])
  assert.equal(JSON.stringify(await ben.call(getProfileById, of(ada))).includes('followers'), false)
  assert.match(await expectApiError(house.stranger().call(listFollowers, { query: {} })), /^401/)
  await unfollows(ben, ada)
  assert.deepEqual([await followersOf(ada), await stateFor(ben, ada)], [[], 'none'])
  assert.deepEqual(await bellOf(ada), { unread: 0, said: [] })
})

test('anonymous visitors are asked to sign in; nobody can follow themselves or a nonexistent user', async () => {
  const ada = await joins()
  assert.match(await expectApiError(follows(house.stranger(), ada)), /^401/)
  assert.equal(await expectApiError(follows(ada, ada)), impossible)
  const nobody = { params: { id: '01900000-0000-7000-8000-000000000000' } }
  assert.equal(await expectApiError(ada.call(putFollow, nobody)), missing)
  assert.deepEqual(await ada.call(deleteFollow, nobody), { state: 'none' })
})

test('a private profile gets a request, and approving it opens the whole profile and its videos', async () => {
  const { owner, film } = await privately()
  const ben = await joins()
  assert.equal(await follows(ben, owner), 'pending')
  assert.equal(await stateFor(ben, owner), 'pending')
  assert.deepEqual(
    [await sees(ben, film), await requestsOf(owner), await followersOf(owner)],
    [false, [ben.name], []],
  )
  assert.deepEqual(await bellOf(owner), { unread: 1, said: [`follow_request ${ben.name}`] })

  assert.deepEqual(await approves(owner, ben), { state: 'approved' })
  assert.deepEqual(await approves(owner, ben), { state: 'approved' })
  assert.deepEqual(
    [await sees(ben, film), await requestsOf(owner), await followersOf(owner)],
    [true, [], [ben.name]],
  )
  const { view } = await ben.call(getProfileById, of(owner))
  const { items } = await ben.call(listContent, { query: { creator: owner.id } })
  assert.deepEqual([view, items.length], ['full', 1])
  assert.deepEqual(await bellOf(owner), { unread: 0, said: [] })
  assert.deepEqual(await bellOf(ben), { unread: 1, said: [`follow_approved ${owner.name}`] })
})

test('a declined request disappears silently and can be repeated the next day', async () => {
  const { owner } = await privately()
  const ben = await joins()
  await follows(ben, owner)
  await bellOf(owner)
  await declines(owner, ben)
  assert.deepEqual([await requestsOf(owner), await stateFor(ben, owner)], [[], 'none'])
  assert.deepEqual([await bellOf(owner), await bellOf(ben)], [quiet, quiet])
  assert.equal(await expectApiError(follows(ben, owner)), impossible)
  await aDayPasses()
  assert.equal(await follows(ben, owner), 'pending')
  assert.deepEqual((await bellOf(owner)).said, [`follow_request ${ben.name}`])
  await declines(owner, ben)
  await declines(owner, ben)
})

const quiet = { unread: 0, said: [] }

test('a withdrawn request disappears, cannot be approved, and sends no second notification when repeated', async () => {
  const { owner } = await privately()
  const ben = await joins()
  await follows(ben, owner)
  await bellOf(owner)
  await unfollows(ben, owner)
  assert.deepEqual([await requestsOf(owner), await bellOf(owner)], [[], quiet])
  assert.equal(
    await expectApiError(approves(owner, ben)),
    '404 Not found / This request was taken back or answered already.',
  )
  await follows(ben, owner)
  assert.deepEqual(await bellOf(owner), { unread: 1, said: [`follow_request ${ben.name}`] })
})

test('a removed follower loses followers-only content at once, live updates included', async () => {
  const { owner, film } = await privately()
  const ben = await joins()
  await follows(ben, owner)
  await approves(owner, ben)
  const page = await listenToContent(ben, film)
  const gone = page.next('gone')
  await removes(owner, ben)
  await gone
  await page.ended
  assert.deepEqual([await sees(ben, film), await stateFor(ben, owner)], [false, 'none'])
  assert.deepEqual((await bellOf(ben)).said, [])
})

test('a followers-only item is visible to followers, whatever the profile’s privacy', async () => {
  const [ada, ben, cleo] = [await joins(), await joins(), await joins()]
  const film = await createPublishedVideo(ada, { visibility: 'followers' })
  await follows(ben, ada)
  assert.deepEqual(
    [await sees(ben, film), await sees(cleo, film), await sees(house.stranger(), film)],
    [true, false, false],
  )
  const lists = async (who: TestUser) =>
    (await who.call(listContent, { query: { creator: ada.id } })).items.length
  assert.deepEqual([await lists(ben), await lists(cleo), await lists(house.stranger())], [1, 0, 0])
})

test('going private keeps followers; going public approves pending requests from users who may follow without approval', async () => {
  const { owner, film } = await privately(16)
  const [ben, cleo, grown] = [await joins(), await joins(), await joins(18)]
  for (const one of [ben, cleo, grown]) await follows(one, owner)
  await approves(owner, ben)
  await goes(owner, false)
  assert.deepEqual(
    [await requestsOf(owner), (await followersOf(owner)).toSorted()],
    [[grown.name], [ben.name, cleo.name].toSorted()],
  )
  assert.deepEqual((await bellOf(cleo)).said, [`follow_approved ${owner.name}`])
  await goes(owner, true)
  assert.deepEqual(
    [await sees(ben, film), await sees(cleo, film), await sees(grown, film)],
    [true, true, false],
  )
})

test('who may follow whom, by age and privacy', async () => {
  const ages = { '13-15': 14, '16-17': 16, '18-19': 18 }
  const expected = {
    '13-15': ['approved pending', 'approved pending', 'approved pending'],
    '16-17': ['approved pending', 'approved pending', 'approved pending'],
    '18-19': ['pending pending', 'pending pending', 'approved pending'],
  }
  const owners = await Promise.all(
    Object.values(ages).map(async (age) => [await joins(age), (await privately(age)).owner]),
  )
  for (const asker of ['13-15', '16-17', '18-19'] as const) {
    const who = await joins(ages[asker])
    const answer = async (whom: TestUser) => {
      await follows(who, whom)
      return stateFor(who, whom)
    }
    const row = await Promise.all(owners.map(async (pair) => (await Promise.all(pair.map(answer))).join(' ')))
    assert.deepEqual(row, expected[asker], asker)
  }
})

test('minors see that a requester is an adult; adults see no such mark, and nobody learns an age band', async () => {
  const minor = await joins(16)
  const { owner: adult } = await privately(19)
  const [grown, young] = [await joins(18), await joins(14)]
  for (const one of [grown, young]) await follows(one, adult)
  await follows(grown, minor)
  const marks = async (who: TestUser) =>
    (await who.call(listFollowRequests, { query: {} })).items
      .map((one) => `${one.username} ${one.adult}`)
      .toSorted()
  assert.deepEqual(await marks(minor), [`${grown.name} true`])
  assert.deepEqual(await marks(adult), [`${grown.name} false`, `${young.name} false`].toSorted())
  await bellOf(minor)
  const [entry] = (await minor.call(listNotifications, { query: {} })).items
  assert.deepEqual([entry!.kind, entry!.adult, entry!.content], ['follow_request', true, null])
})

test('growing up: a follow that is no longer allowed ends, and one that now needs approval asks for it once', async () => {
  const [child, teen, friend] = [await joins(13), await joins(16), await joins(17)]
  const film = await createPublishedVideo(teen, { visibility: 'followers' })
  await follows(friend, child)
  await follows(friend, teen)
  await recheckFollows()
  assert.deepEqual([await followersOf(child), await followersOf(teen)], [[friend.name], [friend.name]])
  await grows(friend, 1)
  await recheckFollows()
  assert.deepEqual([await stateFor(friend, child), await stateFor(friend, teen)], ['pending', 'pending'])
  assert.deepEqual([await followersOf(child), await requestsOf(child), await bellOf(child)], [[], [], quiet])
  assert.equal(await sees(friend, film), false)
  const { items } = await teen.call(listFollowRequests, { query: {} })
  assert.deepEqual([items[0]!.username, items[0]!.adult], [friend.name, true])
  await approves(teen, friend)
  await recheckFollows()
  assert.equal(await stateFor(friend, teen), 'approved')
})

test('an adult’s request to a 13- to 15-year-old is answered like one to a 16-year-old, and never delivered', async () => {
  const [child, teen, adult] = [await joins(14), await joins(16), await joins(18)]
  const answers = async (whom: TestUser) => {
    const path = `/api/profiles/id/${whom.id}/follow`
    const seen: string[] = []
    // Request, repeat, read on the profile and in the list, withdraw, request again.
    for (const method of ['PUT', 'PUT', 'GET', 'LIST', 'DELETE', 'PUT']) {
      const at = { GET: `/api/profiles/id/${whom.id}`, LIST: '/api/me/following' }[method] ?? path
      const answer = await adult.fetch(at, {
        method: method.length > 3 && method !== 'DELETE' ? 'GET' : method,
      })
      seen.push(`${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`)
    }
    await unfollows(adult, whom)
    return seen.map((one) =>
      one
        .replaceAll(whom.id, 'ID')
        .replaceAll(whom.name, 'NAME')
        .replaceAll(/[0-9a-f-]{36}|\d{4}-[\dT:.-]+Z/g, 'VARIES'),
    )
  }
  assert.deepEqual(await answers(child), await answers(teen))

  assert.equal(await follows(adult, child), 'pending')
  assert.deepEqual([await requestsOf(child), await bellOf(child)], [[], quiet])
  assert.equal((await child.call(listFollowRequests, { query: {} })).total, 0)
  assert.match(await expectApiError(approves(child, adult)), /^404/)
  // From 16 on, the user decides about the request, which is marked as an adult's.
  await grows(child, 2)
  const { items } = await child.call(listFollowRequests, { query: {} })
  assert.deepEqual(
    items.map(({ username, adult: isAdult }) => [username, isAdult]),
    [[adult.name, true]],
  )
})

test('a delivered request leaves the notifications of a 13- to 15-year-old when its sender turns 18', async () => {
  const { owner } = await privately(14)
  const friend = await joins(17)
  await follows(friend, owner)
  assert.equal((await bellOf(owner)).unread, 1)
  await grows(friend, 1)
  await recheckFollows()
  assert.deepEqual([await requestsOf(owner), await bellOf(owner)], [[], quiet])
  assert.equal(await stateFor(friend, owner), 'pending')
})

test('staff follow nobody, and becoming staff ends existing follows and requests', async () => {
  const [ada, helper] = [await joins(16), await joins(18)]
  const { owner } = await privately(18)
  const film = await createPublishedVideo(owner)
  await follows(helper, ada)
  await follows(helper, owner)
  await approves(owner, helper)
  assert.deepEqual([await requestsOf(ada), await sees(helper, film)], [[helper.name], true])
  assert.equal((await bellOf(ada)).unread, 1)

  const becomes = (role: 'user' | 'moderator') =>
    db.updateTable('users').set({ role, email_verified: true }).where('id', '=', helper.id).execute()
  await becomes('moderator')
  assert.deepEqual([await requestsOf(ada), await followersOf(owner), await bellOf(ada)], [[], [], quiet])
  assert.equal(await sees(helper, film), false)
  for (const whom of [ada, owner, await joins(18)])
    assert.equal(
      await expectApiError(follows(helper, whom)),
      '403 Not allowed / Moderators can’t follow people.',
    )

  // A request written by a process of the previous release cannot be approved, and ends at the next check.
  const pair = { follower_id: helper.id, followed_id: ada.id }
  await db
    .insertInto('follows')
    .values({ ...pair, state: 'pending', approved_at: null })
    .execute()
  assert.match(await expectApiError(approves(ada, helper)), /^404/)
  await recheckFollows()
  assert.deepEqual(await requestsOf(ada), [])
  await becomes('user')
  assert.equal(await stateFor(helper, owner), 'none')
  assert.equal(await follows(helper, owner), 'pending')
})

test('lists of people show only the username of private profiles', async () => {
  const [me, adult] = [await joins(18), await joins(18)]
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
  await follows(adult, me)
  await me.fetch(`/api/profiles/id/${adult.id}/mute`, { method: 'PUT' })
  assert.deepEqual(await shown(), ['Nora Winter', 'Nora Winter'])
  await goes(adult, true)
  await follows(me, adult)
  assert.deepEqual(await shown(), [adult.name, adult.name, adult.name])
  await approves(adult, me)
  assert.deepEqual(await shown(), ['Nora Winter', 'Nora Winter', 'Nora Winter'])
  await me.fetch(`/api/profiles/id/${adult.id}/block`, { method: 'PUT' })
  assert.deepEqual(await shown(), [adult.name])
})

test('fifty concurrent requests leave at most one row, and fifty approvals one follower', async () => {
  const [ada, ben] = [await joins(), await joins()]
  const press = (n: number) => (n % 2 ? unfollows(ben, ada) : ben.call(putFollow, of(ada)))
  await Promise.all(Array.from({ length: 50 }, (_, n) => press(n)))
  assert.equal(await follows(ben, ada), 'approved')
  assert.deepEqual(await followersOf(ada), [ben.name])

  const { owner } = await privately()
  await follows(ben, owner)
  await Promise.all(Array.from({ length: 50 }, () => approves(owner, ben)))
  assert.deepEqual([await followersOf(owner), await requestsOf(owner)], [[ben.name], []])
  assert.equal((await bellOf(ben)).said.length, 1)
})

test('withdrawing and approving at the same moment never leaves a follow the requester has withdrawn', async () => {
  const { owner } = await privately()
  for (let n = 0; n < 4; n++) {
    const ben = await joins()
    await follows(ben, owner)
    await Promise.allSettled([approves(owner, ben), unfollows(ben, owner)])
    assert.deepEqual([await stateFor(ben, owner), (await requestsOf(owner)).length], ['none', 0])
  }
})

test('followers who arrive while a profile goes private have to request', async () => {
  const owner = await joins()
  const fans = await Promise.all(Array.from({ length: 6 }, () => joins()))
  const [states] = await Promise.all([Promise.all(fans.map((fan) => follows(fan, owner))), goes(owner, true)])
  const approved = states.filter((state) => state === 'approved').length
  assert.deepEqual(
    [(await followersOf(owner)).length, (await requestsOf(owner)).length],
    [approved, 6 - approved],
  )
})

test('on the first day a user follows thirty people at most, and continues a day later', async () => {
  const [fan, last, one] = [await joins(), await joins(), await joins()]
  await db.insertInto('first_days').values({ user_id: fan.id, follows: 29 }).execute()
  await follows(fan, last)
  await unfollows(fan, last)
  await follows(fan, last)
  assert.equal(
    await expectApiError(follows(fan, one)),
    '429 Enough for the first day / New accounts start slowly. You can go on tomorrow.',
  )
  await sql`update users set created_at = created_at - interval '25 hours' where id = ${fan.id}`.execute(db)
  assert.equal(await follows(fan, one), 'approved')
})

test('your lists can be paged and omit hidden accounts', async () => {
  const ada = await joins()
  const fans: TestUser[] = []
  for (let n = 0; n < 5; n++) fans.push(await joins())
  for (const fan of fans) await follows(fan, ada)
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

test('videos by the people you follow are a list of their own, newest first', async () => {
  const [me, ada, ben, shut] = [await joins(), await joins(), await joins(), (await privately()).owner]
  const titles = async (who: TestUser) =>
    (await who.call(listContent, { query: { followed: 'true' } })).items.map(({ title }) => title)
  await createPublishedVideo(ada, { title: 'older', minutesAgo: 5 })
  await createPublishedVideo(ben, { title: 'newer' })
  await follows(me, ada)
  await follows(me, ben)
  await follows(me, shut)
  assert.deepEqual([await titles(me), await titles(house.stranger())], [['newer', 'older'], []])
})
