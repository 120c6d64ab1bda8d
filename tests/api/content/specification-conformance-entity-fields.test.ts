/*
 * Tests section 3 of the specification. Every field in section 3 must be stored exactly as it was sent, and
 * returned to everybody who may read it.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { listOwnContent, updateContent } from '#contract/content/own-content.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { getOwnProfile, getProfile, updateProfile } from '#contract/people/profiles.ts'
import { createAccessToken } from '#contract/auth/sign-in.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let ada: TestUser
let video: string

before(async () => {
  testApp = await startTestApp({ env: { ADS: 'on' } })
  ada = testApp.anonymousUser()
  await ada.call(signUp, {
    body: {
      full_name: 'Ada Example',
      first_name: 'Ada',
      email: 'ada@example.com',
      age: 18,
      username: 'ada',
      password: validPassword,
      display_name_mode: 'full_name',
      terms: true,
    },
  })
  ada.id = (await ada.call(getSession, {})).me!.id
  video = await createPublishedVideo(ada, {
    title: 'Low tide',
    description: 'A walk.',
    genre: 'hip-hop',
    seconds: 12,
  })
})
after(() => testApp.close())

test('the session response and the token response contain the user fields from the specification', async () => {
  const { me, expires_at } = await ada.call(getSession, {})
  assert.deepEqual([me!.email, me!.display_name], ['ada@example.com', 'Ada Example'])
  assert.ok(Date.parse(expires_at!) > Date.now())
  const session = await testApp.anonymousUser().call(createAccessToken, {
    body: { grant_type: 'password', email: 'ada@example.com', password: validPassword },
  })
  assert.ok(session.access_token !== session.refresh_token && session.expires_in > 0)
  assert.equal(session.user.id, ada.id)
})

test('the API returns an item with the values that the owner set and the values that processing added', async () => {
  await ada.call(updateContent, {
    params: { id: video },
    body: {
      trailer_url: `/watch/${video}`,
      vast_tag_url: 'https://ads.example/vast.xml',
      ad_breaks: [0, 6],
      monetization_enabled: true,
    },
  })
  const own = (await ada.call(listOwnContent, { query: {} })).items.find(({ id }) => id === video)!
  const { playback_id } = own
  assert.deepEqual(
    {
      user_id: own.user_id,
      title: own.title,
      description: own.description,
      genre: own.genre,
      content_type: own.content_type,
      trailer_url: own.trailer_url,
      stream_url: own.stream_url,
      video_url: own.video_url,
      stream_status: own.stream_status,
      vast_tag_url: own.vast_tag_url,
      ad_breaks: own.ad_breaks,
      monetization_enabled: own.monetization_enabled,
      duration_seconds: own.duration_seconds,
      is_featured: own.is_featured,
      likes_count: own.likes_count,
    },
    {
      user_id: ada.id,
      title: 'Low tide',
      description: 'A walk.',
      genre: 'hip-hop',
      content_type: 'music_video',
      trailer_url: `/watch/${video}`,
      stream_url: `/media/${playback_id}/master.m3u8`,
      video_url: `/embed/${playback_id}`,
      stream_status: 'ready',
      vast_tag_url: 'https://ads.example/vast.xml',
      ad_breaks: [0, 6],
      monetization_enabled: true,
      duration_seconds: 12,
      is_featured: false,
      likes_count: 0,
    },
  )
  assert.match(own.stream_id, /^[0-9a-f-]{36}$/)
  assert.ok(Math.abs(Date.parse(own.created_at) - Date.now()) < 60_000)
})

test("an item's ad_breaks are [0] until the owner changes them", async () => {
  const { contentId } = await ada.call(createUpload, {
    body: { title: 'New', content_type: 'music', genre: 'Hip-Hop', file_name: 'a.mp4', file_size: 1000 },
  })
  const own = (await ada.call(listOwnContent, { query: {} })).items.find(({ id }) => id === contentId)!
  assert.deepEqual([own.ad_breaks, own.genre], [[0], 'hip-hop'])
})

test('the owner can read and change every profile field, and others can read only the public ones', async () => {
  await ada.call(updateProfile, { body: { bio: 'I film tides.', is_private: false } })
  const own = await ada.call(getOwnProfile, {})
  assert.deepEqual(
    [own.username, own.display_name_mode, own.bio, own.is_private, own.avatar_url],
    ['ada', 'full_name', 'I film tides.', false, null],
  )
  const row = await db
    .selectFrom('profiles')
    .innerJoin('private_details', 'private_details.user_id', 'profiles.user_id')
    .select(['first_name', 'full_name', 'age', 'is_minor', 'last_username_change', 'updated_at'])
    .where('profiles.user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.first_name, row.full_name, row.age, row.is_minor], ['Ada', 'Ada Example', 18, false])
  assert.ok(row.updated_at instanceof Date)
  const seen = await testApp.anonymousUser().call(getProfile, { params: { username: 'ada' } })
  assert.deepEqual([seen.user_id, seen.display_name, seen.bio], [ada.id, 'Ada Example', 'I film tides.'])
  for (const field of ['first_name', 'full_name', 'age', 'is_minor', 'email'])
    assert.ok(!(field in seen), field)
})

test('the API returns a comment’s id, content_id, user_id, body and created_at', async () => {
  const posted = await ada.call(postComment, { params: { id: video }, body: { body: 'Mind the gulls' } })
  const [listed] = (await ada.call(listComments, { params: { id: video }, query: {} })).items
  for (const comment of [posted, listed!])
    assert.deepEqual(
      [comment.id, comment.content_id, comment.user_id, comment.body],
      [posted.id, video, ada.id, 'Mind the gulls'],
    )
  assert.ok(Math.abs(Date.parse(posted.created_at) - Date.now()) < 60_000)
})

test('repeated likes by one person store one row with content_id and user_id', async () => {
  const ben = await testApp.signUpMember('ben')
  for (let times = 0; times < 2; times++) await ben.call(putLike, { params: { id: video } })
  const rows = await db.selectFrom('likes').selectAll().where('content_id', '=', video).execute()
  assert.deepEqual(
    rows.map(({ content_id, user_id }) => [content_id, user_id]),
    [[video, ben.id]],
  )
  assert.equal((await ben.call(getContent, { params: { id: video } })).likes_count, 1)
})
