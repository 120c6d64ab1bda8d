import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listContent } from '#contract/content/content.ts'
import { deleteFollow, listFollowers, listFollowing, putFollow } from '#contract/people/follows.ts'
import { getProfileById, updateProfile } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { deleteOldFollowRequestHistory } from '#server/follows/follow-request-history.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  approveFollowRequestFrom,
  canWatch,
  declineFollowRequestFrom,
  follow,
  listFollowerUsernames,
  getUsernames,
  fetchNotifications,
  noNotifications,
  removeFromFollowers,
  listFollowRequesters,
  setProfilePrivacy,
  getFollowState,
  unfollow,
  toUserIdParams,
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
const impossible = '403 Not possible / You can’t follow this person.'
const missing = "404 Creator not found / We couldn't find that username"

/** Moves the history of all follow requests 25 hours into the past, then deletes its expired entries. */
async function aDayPasses() {
  await sql`update follow_request_history set requested_at = requested_at - interval '25 hours', refused_at = refused_at - interval '25 hours'`.execute(
    db,
  )
  await deleteOldFollowRequestHistory()
}

test('following a public profile needs no approval', async () => {
  const [ada, ben] = [await join(), await join()]
  assert.equal(await getFollowState(ben, ada), 'none')
  assert.equal(await follow(ben, ada), 'approved')
  assert.equal(await follow(ben, ada), 'approved')
  assert.equal(await getFollowState(ben, ada), 'approved')
  assert.deepEqual(await listFollowerUsernames(ada), [ben.name])
  assert.deepEqual(await fetchNotifications(ada), { unread: 1, said: [`new_follower ${ben.name}`] })
  const mine = await ben.call(listFollowing, { query: {} })
  assert.deepEqual([getUsernames(mine), mine.total, mine.items[0]!.state], [[ada.name], 1, 'approved'])
  assert.equal(
    JSON.stringify(await ben.call(getProfileById, toUserIdParams(ada))).includes('followers'),
    false,
  )
  assert.match(await expectApiError(testApp.anonymousUser().call(listFollowers, { query: {} })), /^401/)
  await unfollow(ben, ada)
  assert.deepEqual([await listFollowerUsernames(ada), await getFollowState(ben, ada)], [[], 'none'])
  assert.deepEqual(await fetchNotifications(ada), { unread: 0, said: [] })
})

test('following requires signing in, and users can follow neither themselves nor nonexistent users', async () => {
  const ada = await join()
  assert.match(await expectApiError(follow(testApp.anonymousUser(), ada)), /^401/)
  assert.equal(await expectApiError(follow(ada, ada)), impossible)
  const nobody = { params: { id: '01900000-0000-7000-8000-000000000000' } }
  assert.equal(await expectApiError(ada.call(putFollow, nobody)), missing)
  assert.deepEqual(await ada.call(deleteFollow, nobody), { state: 'none' })
})

test('following a private profile requires approval, and approved followers see the profile and its videos', async () => {
  const { owner, film: video } = await createPrivateCreator()
  const ben = await join()
  assert.equal(await follow(ben, owner), 'pending')
  assert.equal(await getFollowState(ben, owner), 'pending')
  assert.deepEqual(
    [await canWatch(ben, video), await listFollowRequesters(owner), await listFollowerUsernames(owner)],
    [false, [ben.name], []],
  )
  assert.deepEqual(await fetchNotifications(owner), { unread: 1, said: [`follow_request ${ben.name}`] })

  assert.deepEqual(await approveFollowRequestFrom(owner, ben), { state: 'approved' })
  assert.deepEqual(await approveFollowRequestFrom(owner, ben), { state: 'approved' })
  assert.deepEqual(
    [await canWatch(ben, video), await listFollowRequesters(owner), await listFollowerUsernames(owner)],
    [true, [], [ben.name]],
  )
  const { view } = await ben.call(getProfileById, toUserIdParams(owner))
  const { items } = await ben.call(listContent, { query: { creator: owner.id } })
  assert.deepEqual([view, items.length], ['full', 1])
  assert.deepEqual(await fetchNotifications(owner), { unread: 0, said: [] })
  assert.deepEqual(await fetchNotifications(ben), { unread: 1, said: [`follow_approved ${owner.name}`] })
})

test('a declined follow request disappears silently and can be repeated the next day', async () => {
  const { owner } = await createPrivateCreator()
  const ben = await join()
  await follow(ben, owner)
  await fetchNotifications(owner)
  await declineFollowRequestFrom(owner, ben)
  assert.deepEqual([await listFollowRequesters(owner), await getFollowState(ben, owner)], [[], 'none'])
  assert.deepEqual(
    [await fetchNotifications(owner), await fetchNotifications(ben)],
    [noNotifications, noNotifications],
  )
  assert.equal(await expectApiError(follow(ben, owner)), impossible)
  await aDayPasses()
  assert.equal(await follow(ben, owner), 'pending')
  assert.deepEqual((await fetchNotifications(owner)).said, [`follow_request ${ben.name}`])
  await declineFollowRequestFrom(owner, ben)
  await declineFollowRequestFrom(owner, ben)
})

test('a withdrawn follow request disappears and cannot be approved', async () => {
  const { owner } = await createPrivateCreator()
  const ben = await join()
  await follow(ben, owner)
  await fetchNotifications(owner)
  await unfollow(ben, owner)
  assert.deepEqual(
    [await listFollowRequesters(owner), await fetchNotifications(owner)],
    [[], noNotifications],
  )
  assert.equal(
    await expectApiError(approveFollowRequestFrom(owner, ben)),
    '404 Not found / This follow request was cancelled or already answered.',
  )
  await follow(ben, owner)
  assert.deepEqual(await fetchNotifications(owner), { unread: 1, said: [`follow_request ${ben.name}`] })
})

test('a removed follower immediately loses access to followers-only content', async () => {
  const { owner, film: video } = await createPrivateCreator()
  const ben = await join()
  await follow(ben, owner)
  await approveFollowRequestFrom(owner, ben)
  const page = await listenToContentUpdates(ben, video)
  const gone = page.next('gone')
  await removeFromFollowers(owner, ben)
  await gone
  await page.ended
  assert.deepEqual([await canWatch(ben, video), await getFollowState(ben, owner)], [false, 'none'])
  assert.deepEqual((await fetchNotifications(ben)).said, [])
})

test('only followers can see a followers-only video, even if the owner’s profile is public', async () => {
  const [ada, ben, cleo] = [await join(), await join(), await join()]
  const video = await createPublishedVideo(ada, { visibility: 'followers' })
  await follow(ben, ada)
  assert.deepEqual(
    [await canWatch(ben, video), await canWatch(cleo, video), await canWatch(testApp.anonymousUser(), video)],
    [true, false, false],
  )
  const lists = async (who: TestUser) =>
    (await who.call(listContent, { query: { creator: ada.id } })).items.length
  assert.deepEqual([await lists(ben), await lists(cleo), await lists(testApp.anonymousUser())], [1, 0, 0])
})

test('making a minor’s profile public approves all follow requests by minors, and making it private keeps all followers', async () => {
  const { owner, film: video } = await createPrivateCreator(16)
  const [ben, cleo, grown] = [await join(), await join(), await join(18)]
  for (const one of [ben, cleo, grown]) await follow(one, owner)
  await approveFollowRequestFrom(owner, ben)
  await setProfilePrivacy(owner, false)
  assert.deepEqual(
    [await listFollowRequesters(owner), (await listFollowerUsernames(owner)).toSorted()],
    [[grown.name], [ben.name, cleo.name].toSorted()],
  )
  assert.deepEqual((await fetchNotifications(cleo)).said, [`follow_approved ${owner.name}`])
  await setProfilePrivacy(owner, true)
  assert.deepEqual(
    [await canWatch(ben, video), await canWatch(cleo, video), await canWatch(grown, video)],
    [true, true, false],
  )
})

test('lists of people show private profiles by username only', async () => {
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
  await setProfilePrivacy(adult, true)
  await follow(me, adult)
  assert.deepEqual(await shown(), [adult.name, adult.name, adult.name])
  await approveFollowRequestFrom(adult, me)
  assert.deepEqual(await shown(), ['Nora Winter', 'Nora Winter', 'Nora Winter'])
  await me.fetch(`/api/profiles/id/${adult.id}/block`, { method: 'PUT' })
  assert.deepEqual(await shown(), [adult.name])
})

test('fifty concurrent follows and unfollows, or fifty concurrent approvals, list the follower once', async () => {
  const [ada, ben] = [await join(), await join()]
  const press = (n: number) => (n % 2 ? unfollow(ben, ada) : ben.call(putFollow, toUserIdParams(ada)))
  await Promise.all(Array.from({ length: 50 }, (_, n) => press(n)))
  assert.equal(await follow(ben, ada), 'approved')
  assert.deepEqual(await listFollowerUsernames(ada), [ben.name])

  const { owner } = await createPrivateCreator()
  await follow(ben, owner)
  await Promise.all(Array.from({ length: 50 }, () => approveFollowRequestFrom(owner, ben)))
  assert.deepEqual([await listFollowerUsernames(owner), await listFollowRequesters(owner)], [[ben.name], []])
  assert.equal((await fetchNotifications(ben)).said.length, 1)
})

test('approving a follow request while it is being withdrawn never creates a follow', async () => {
  const { owner } = await createPrivateCreator()
  for (let n = 0; n < 4; n++) {
    const ben = await join()
    await follow(ben, owner)
    await Promise.allSettled([approveFollowRequestFrom(owner, ben), unfollow(ben, owner)])
    assert.deepEqual(
      [await getFollowState(ben, owner), (await listFollowRequesters(owner)).length],
      ['none', 0],
    )
  }
})

test('following a profile while it becomes private never bypasses approval', async () => {
  const owner = await join()
  const fans = await Promise.all(Array.from({ length: 6 }, () => join()))
  const [states] = await Promise.all([
    Promise.all(fans.map((fan) => follow(fan, owner))),
    setProfilePrivacy(owner, true),
  ])
  const approved = states.filter((state) => state === 'approved').length
  assert.deepEqual(
    [(await listFollowerUsernames(owner)).length, (await listFollowRequesters(owner)).length],
    [approved, 6 - approved],
  )
})

test('lists of followers are paginated and omit hidden accounts', async () => {
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
    seen.push(...getUsernames(page))
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

test('videos by followed creators are listed newest first', async () => {
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
