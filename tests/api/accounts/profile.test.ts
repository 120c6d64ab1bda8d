import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import test, { after, before } from 'node:test'
import { signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { listContent } from '#contract/content/content.ts'
import { getOwnProfile, getProfile, updateProfile } from '#contract/people/profiles.ts'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { db } from '#server/platform/db/db.ts'
import { clearMinorFlagOfNewAdults } from '#server/profiles/jobs.ts'
import sharp from 'sharp'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

const day = 24 * 3600_000
const lastChange = (person: TestUser, daysAgo: number) =>
  db
    .updateTable('profiles')
    .set({ last_username_change: new Date(Date.now() - daysAgo * day) })
    .where('user_id', '=', person.id)
    .execute()
const profileOf = async (username: string) =>
  (await testApp.anonymousUser().call(getProfile, { params: { username } })).display_name

test('a new user can change the username immediately, but must then wait 30 days before changing it again', async () => {
  const ada = await testApp.signUpMember('ada')
  assert.equal((await ada.call(getOwnProfile, {})).username_free_in_days, 0)
  const changed = await ada.call(updateProfile, { body: { username: 'ada_films' } })
  assert.equal(changed.username, 'ada_films')
  assert.equal(changed.username_free_in_days, 30)
  const again = () => ada.call(updateProfile, { body: { username: 'ada_more' } })
  assert.equal(
    await expectApiError(again()),
    '409 Username lock / You can change your username again in 30 day(s).',
  )
  await lastChange(ada, 29.5)
  assert.equal(
    await expectApiError(again()),
    '409 Username lock / You can change your username again in 1 day(s).',
  )
  await lastChange(ada, 30)
  assert.equal((await again()).username, 'ada_more')
})

test('saving other profile settings does not count as a username change', async () => {
  const bob = await testApp.signUpMember('bob')
  await lastChange(bob, 3)
  const saved = await bob.call(updateProfile, { body: { username: 'bob', bio: 'I film buses.' } })
  assert.deepEqual([saved.bio, saved.username_free_in_days], ['I film buses.', 27])
})

test('rejects invalid usernames, and usernames that are already taken, ignoring case', async () => {
  await testApp.signUpMember('grace')
  const linus = await testApp.signUpMember('linus')
  const take = (username: string) => expectApiError(linus.call(updateProfile, { body: { username } }))
  assert.equal(await take('GRACE'), '409 Username taken / Please choose another username.')
  assert.match(await take('li'), /^422 Invalid username/)
  assert.equal((await linus.call(getOwnProfile, {})).username, 'linus')
  assert.equal((await linus.call(updateProfile, { body: { username: 'Linus' } })).username, 'Linus')
})

test('after a username change, the old username stays reserved for 30 days', async () => {
  const mary = await testApp.signUpMember('mary')
  const tim = await testApp.signUpMember('tim')
  await mary.call(updateProfile, { body: { username: 'mary_two' } })
  const taken = '409 Username taken / Please choose another username.'
  assert.equal(await expectApiError(tim.call(updateProfile, { body: { username: 'Mary' } })), taken)
  const body = { full_name: 'M', email: 'm@example.com', age: 16, username: 'mary', password: validPassword }
  const joins = () => testApp.anonymousUser().call(signUp, { body: { ...body, terms: true } })
  assert.equal(await expectApiError(joins()), taken)
  await db.updateTable('reserved_usernames').set({ reserved_until: new Date() }).execute()
  await joins()
})

test('only one of ten concurrent requests for the same username succeeds', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, (_, n) => testApp.signUpMember(`runner${n}`)))
  const wants = people.map((one) =>
    one.call(updateProfile, { body: { username: 'the_one' } }).then(
      () => 'got it',
      (error: { code: string }) => error.code,
    ),
  )
  const results = (await Promise.all(wants)).toSorted()
  assert.deepEqual(results, ['got it', ...Array.from({ length: 9 }, () => 'username_taken')])
})

test('video cards, comments and the session show a new username immediately', async () => {
  const zoe = await testApp.signUpMember('zoe', 19)
  const id = await createPublishedVideo(zoe, { title: 'Tram ride' })
  await zoe.call(postComment, { params: { id }, body: { body: 'hello' } })
  const body = { username: 'zoe_new', display_name: 'Zoë Films', display_name_mode: 'full_name' as const }
  await zoe.call(updateProfile, { body })
  const { items } = await testApp.anonymousUser().call(listContent, { query: { creator: zoe.id } })
  assert.deepEqual([items[0]!.creator.username, items[0]!.creator.display_name], ['zoe_new', 'Zoë Films'])
  const comments = await testApp.anonymousUser().call(listComments, { params: { id }, query: {} })
  assert.equal(comments.items[0]!.username, 'zoe_new')
  const { me } = await zoe.call(getSession, {})
  assert.deepEqual([me?.username, me?.display_name], ['zoe_new', 'Zoë Films'])
})

test('a display name that a user chose as a minor stays hidden from others, even after the user turns 18', async () => {
  const kim = await testApp.signUpMember('kim', 17)
  const body = { display_name: 'Kim Example', display_name_mode: 'full_name' as const }
  const saved = await kim.call(updateProfile, { body })
  assert.deepEqual(
    [saved.display_name, saved.display_name_mode, saved.may_show_name],
    ['Kim Example', 'username', false],
  )
  assert.equal((await kim.call(getSession, {})).me?.display_name, 'Kim Example')
  assert.equal(await profileOf('kim'), 'kim')
  await assert.rejects(
    db.updateTable('profiles').set({ display_name: 'Kim' }).where('user_id', '=', kim.id).execute(),
    /minors_without_public_name/,
  )

  await db
    .updateTable('private_details')
    .set({ age_declared_on: sql`current_date - interval '13 months'` })
    .where('user_id', '=', kim.id)
    .execute()
  await clearMinorFlagOfNewAdults()
  assert.equal((await kim.call(getSession, {})).me?.is_minor, false)
  assert.equal(await profileOf('kim'), 'kim')
  await kim.call(updateProfile, { body: { display_name_mode: 'full_name' } })
  assert.equal(await profileOf('kim'), 'Kim Example')
})

test('strangers see only the picture and @username of a private profile', async () => {
  const eve = await testApp.signUpMember('eve', 18)
  await createPublishedVideo(eve)
  await eve.call(updateProfile, { body: { bio: 'Secret garden', is_private: true } })
  const card = await testApp.anonymousUser().call(getProfile, { params: { username: 'eve' } })
  assert.deepEqual([card.view, card.bio, card.display_name], ['card', '', 'eve'])
  assert.equal(
    (await testApp.anonymousUser().call(listContent, { query: { creator: eve.id } })).items.length,
    0,
  )
})

test('profile changes with overlong or unknown fields are rejected', async () => {
  const tom = await testApp.signUpMember('tom')
  const save = (body: object) => expectApiError(tom.call(updateProfile, { body }))
  assert.equal(await save({ display_name: 'x'.repeat(101) }), '422 Save failed / Use at most 100 characters.')
  assert.equal(await save({ bio: 'x'.repeat(301) }), '422 Save failed / Use at most 300 characters.')
  assert.match(await save({ age: 19 }), /^422/)
  assert.match(
    await expectApiError(testApp.anonymousUser().call(updateProfile, { body: { bio: 'x' } })),
    /^401/,
  )
  const { display_name } = await tom.call(updateProfile, { body: { display_name: ' Tom\n the  Tall ' } })
  assert.equal(display_name, 'Tom the Tall')
})

test('a new profile picture is cropped to a square, stripped of metadata and replaces the old file', async () => {
  const pia = await testApp.signUpMember('pia')
  const shot = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c33' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .toBuffer()
  const put = async () => {
    const response = await pia.fetch('/api/me/avatar', { method: 'PUT', body: new Uint8Array(shot) })
    assert.equal(response.status, 200)
    return ((await response.json()) as { avatar_url: string }).avatar_url
  }
  const first = await put()
  const second = await put()
  assert.match(second, new RegExp(`^/avatars/${pia.id}/[0-9a-f]{24}\\.webp$`))
  assert.deepEqual(await readdir(join(testApp.dataDir, 'files', 'avatars', pia.id)), [
    second.split('/').at(-1),
  ])
  assert.equal((await testApp.anonymousUser().fetch(first)).status, 404)

  const response = await testApp.anonymousUser().fetch(second)
  assert.equal(response.headers.get('content-type'), 'image/webp')
  assert.equal(response.headers.get('cache-control'), 'public, max-age=3600, s-maxage=5')
  const bytes = Buffer.from(await response.arrayBuffer())
  const { width, height, exif } = await sharp(bytes).metadata()
  assert.deepEqual([width, height, exif], [512, 512, undefined])
  assert.equal((await pia.call(getSession, {})).me?.avatar_url, second)
  const id = await createPublishedVideo(pia)
  assert.equal(
    (await pia.call(postComment, { params: { id }, body: { body: 'it is me' } })).avatar_url,
    second,
  )

  await pia.fetch('/api/me/avatar', { method: 'DELETE' })
  assert.equal((await pia.call(getSession, {})).me?.avatar_url, null)
  assert.equal((await testApp.anonymousUser().fetch(second)).status, 404)
})

test('rejects profile pictures that are not images or are too large', async () => {
  const max = await testApp.signUpMember('max')
  const put = async (who: TestUser, body: Uint8Array<ArrayBuffer>) => {
    const response = await who.fetch('/api/me/avatar', { method: 'PUT', body })
    const { error } = (await response.json()) as { error: { detail: string } }
    return `${response.status} ${error.detail}`
  }
  const text = new TextEncoder().encode('<svg onload="alert(1)"/>')
  assert.equal(await put(max, text), '422 Use a JPG, PNG, WEBP or GIF image.')
  assert.equal(await put(max, new Uint8Array(10 * 1024 * 1024 + 1)), '413 An image can be at most 10MB.')
  assert.equal(await put(testApp.anonymousUser(), text), '401 You need to sign in to do this.')
  for (const path of ['/avatars/x/y.webp', `/avatars/${max.id}/..%2f..%2fx.webp`, '/avatars/%00/a.webp'])
    assert.equal((await testApp.anonymousUser().fetch(path)).status, 404, path)
})

test('creates a missing profile at the user’s next visit, with a generated username for a minor', async () => {
  const lose = async (name: string, age: number, called: string) => {
    const person = await testApp.signUpMember(name, age)
    await db.updateTable('users').set({ name: called }).where('id', '=', person.id).execute()
    await db.deleteFrom('profiles').where('user_id', '=', person.id).execute()
    const visits = await Promise.all(Array.from({ length: 3 }, () => person.call(getSession, {})))
    assert.equal(new Set(visits.map(({ me }) => me?.username)).size, 1, 'several visits at once make one')
    return { person, me: visits[0]!.me! }
  }
  const adult = await lose('ursula', 19, 'Ursula Müller')
  assert.deepEqual(
    [adult.me.username, adult.me.display_name, adult.me.is_private],
    ['Ursula_Muller', 'Ursula_Muller', false],
  )
  const second = await lose('ursula2', 18, 'Ursula Müller')
  assert.equal(second.me.username, 'ursula2', 'the name is taken, so the address is next')
  const minor = await lose('vera', 15, 'Vera Real Name')
  assert.match(minor.me.username, /^[a-z]+_[a-z]+_\d{3}$/)
  assert.deepEqual([minor.me.choose_username, minor.me.is_minor], [true, true])

  // Choosing the first username does not start a waiting period, but the next change of username does.
  const first = await minor.person.call(updateProfile, { body: { username: 'vera_films' } })
  assert.deepEqual([first.choose_username, first.username_free_in_days], [false, 0])
  const next = await minor.person.call(updateProfile, { body: { username: 'vera_clips' } })
  assert.equal(next.username_free_in_days, 30)
})
