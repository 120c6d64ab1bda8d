import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { checkUsername, signUp } from '#contract/accounts/accounts.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { getProfile, updateProfile } from '#contract/people/profiles.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { collectEmittedEvents } from '#tests/support/app/emitted-events.ts'

let testApp: TestApp
/** Members aged 14, 16 and 19. */
let kim: TestUser
let ada: TestUser
let max: TestUser
before(async () => {
  testApp = await startTestApp()
  kim = await testApp.signUpMember('kim', 14)
  ada = await testApp.signUpMember('ada', 16)
  max = await testApp.signUpMember('max', 19)
})
after(() => testApp.close())

const phone = 'call me on 07700 900123'

const say = (who: TestUser, id: string, body: string, anyway?: true) =>
  who.call(postComment, { params: { id }, body: { body, anyway } })

const video = { content_type: 'music', genre: 'pop', file_name: 'a.mp4', file_size: 1000 } as const

test('a new title is refused, held for review or accepted after a warning, depending on its text', async () => {
  const upload = (who: TestUser, title: string, anyway?: true) =>
    who.call(createUpload, { body: { ...video, title, anyway } })
  assert.match(await expectApiError(upload(kim, 'my shіt song')), /^422 Please rephrase/)
  const { contentId: id } = await upload(kim, phone)
  assert.equal((await kim.call(getOwnContent, { params: { id } })).moderation, 'pending')
  assert.match(await expectApiError(upload(max, phone)), /phone number/)
  const meant = await upload(max, phone, true)
  assert.equal((await max.call(getOwnContent, { params: { id: meant.contentId } })).moderation, 'approved')
})

test('a video is hidden when an edit adds suspicious text, and visible again when the text is removed', async () => {
  const id = await createPublishedVideo(ada)
  const edit = (changes: { title?: string; description?: string }) =>
    ada.call(updateContent, { params: { id }, body: changes })
  assert.match(await expectApiError(edit({ description: 'b1tch' })), /^422 Please rephrase/)
  const received = await collectEmittedEvents(() => edit({ description: phone }))
  assert.deepEqual(
    received.map(({ type }) => type),
    ['content_visibility_changed', 'text_held'],
  )
  assert.match(await expectApiError(kim.call(getContent, { params: { id } })), /^404/)
  assert.equal((await ada.call(getContent, { params: { id } })).moderation, 'pending')
  await edit({ title: 'Another title' })
  assert.match(
    await expectApiError(kim.call(getContent, { params: { id } })),
    /^404/,
    'the text still contains the number',
  )
  await edit({ description: 'no number' })
  assert.equal((await kim.call(getContent, { params: { id } })).moderation, null)
})

test('editing the title of a video does not undo a moderator’s decision to limit, hold or remove the video', async () => {
  const id = await createPublishedVideo(ada)
  for (const [state, then] of [
    ['limited', 'held'],
    ['held', 'held'],
    ['removed', 'removed'],
  ] as const) {
    await db
      .updateTable('content')
      .set({ moderation: state, hold_reasons: [] })
      .where('id', '=', id)
      .execute()
    await ada.call(updateContent, { params: { id }, body: { title: `${phone} ${state}` } })
    await ada.call(updateContent, { params: { id }, body: { title: `A fine title, ${state}` } })
    assert.equal((await ada.call(getOwnContent, { params: { id } })).moderation, then)
  }
})

test('other users see the previous bio while a new one is held for review', async () => {
  await kim.call(updateProfile, { body: { bio: 'I like boats' } })
  const mine = await kim.call(updateProfile, { body: { bio: phone } })
  assert.deepEqual([mine.bio, mine.bio_held], [phone, true])
  const bio = async () => (await ada.call(getProfile, { params: { username: 'kim' } })).bio
  assert.equal(await bio(), 'I like boats')
  await kim.call(updateProfile, { body: { bio: 'I like trains' } })
  assert.equal(await bio(), 'I like trains')
})

const signUpAs = (username: string, more: object = {}) =>
  testApp.anonymousUser().call(signUp, {
    body: {
      full_name: 'Lena Moller',
      email: `${Math.random()}@example.com`,
      age: 15,
      username,
      password: validPassword,
      terms: true,
      ...more,
    },
  })

test('rude usernames and usernames that sound official are refused', async () => {
  for (const username of ['BigDick69', 'fuck_you', 'n1gger', 'k1ll_yourself']) {
    assert.match(await expectApiError(signUpAs(username)), /^422 Invalid username/, username)
    assert.equal(
      (await testApp.anonymousUser().call(checkUsername, { params: { username } })).available,
      false,
    )
  }
  for (const username of ['admin', 'Moderator_1', 'afterbell_team'])
    assert.match(await expectApiError(signUpAs(username)), /^409 Username taken/, username)
  await signUpAs('Dickens_fan')
})

test('usernames that are contact details are refused when signing up and renaming', async () => {
  for (const username of [
    'snap_zed99x',
    'kik_zed99',
    'addme_sc_zed',
    'call0151234567',
    'zed_gmail_com',
    'dm4pics',
    'i_want_14yo',
  ]) {
    assert.match(
      await expectApiError(signUpAs(username)),
      /^422 Invalid username \/ Everyone can read your username/,
    )
    assert.equal(
      (await testApp.anonymousUser().call(checkUsername, { params: { username } })).available,
      false,
    )
  }
  const rename = kim.call(updateProfile, { body: { username: 'discord_zed99' } })
  assert.match(await expectApiError(rename), /^422 Invalid username \/ Everyone can read your username/)
})

test('minors are warned if they sign up with a username that identifies them, and adults are not', async () => {
  assert.match(
    await expectApiError(signUpAs('lena_moller', { advise: true })),
    /^422 Choose another username/,
  )
  await signUpAs('moller_lena', { advise: true, age: 19 })
  await signUpAs('lena_moller')
})

test('the operator’s word lists apply from the moment they are saved', async () => {
  const id = await createPublishedVideo(ada)
  await say(kim, id, 'grumblewort')
  const words = join(testApp.dataDir, 'words')
  await mkdir(words, { recursive: true })
  await writeFile(join(words, 'refuse.txt'), '# ours\ngrumble*\n')
  assert.match(await expectApiError(say(kim, id, 'GRUMBLEWÖRT')), /^422 Word not allowed/)
  await writeFile(join(words, 'refuse.txt'), '')
  await writeFile(join(words, 'hold.txt'), 'blue fish\n')
  assert.equal((await say(kim, id, 'a blue fish')).held, 'moderators')
  await writeFile(join(words, 'allow.txt'), 'bastard sword\n')
  assert.equal((await say(kim, id, 'a bastard sword')).held, undefined)
})
