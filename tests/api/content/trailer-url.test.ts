import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent } from '#contract/content/content.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
/** Members aged 14, 16 and 19. */
let kim: TestUser
let ada: TestUser
let max: TestUser
before(async () => {
  testApp = await startTestApp({ env: { PUBLIC_URL: 'https://films.example' } })
  kim = await testApp.signUpMember('kim', 14)
  ada = await testApp.signUpMember('ada', 16)
  max = await testApp.signUpMember('max', 19)
})
after(() => testApp.close())

const setTrailer = (who: TestUser, id: string, trailer_url: string, anyway?: true) =>
  who.call(updateContent, { params: { id }, body: { trailer_url, anyway } })
const seenBy = async (who: TestUser, id: string) =>
  (await who.call(getContent, { params: { id } })).trailer_url

test('a trailer URL that points to the user’s own video is stored as a path, whatever host name it contains', async () => {
  const [video, teaser] = [await createPublishedVideo(ada), await createPublishedVideo(ada)]
  const path = `/watch/${teaser}`
  for (const address of [
    path,
    `https://films.example${path}`,
    `https://films.example${path}/?t=3#there`,
    // A browser may use a host name for this site that differs from the configured host name, such as
    // localhost.
    `http://localhost:3000${path}`,
    `http://localhost:3000${path.toUpperCase().replace('WATCH', 'watch')}`,
  ]) {
    const { trailer_url, moderation } = await setTrailer(ada, video, address)
    assert.deepEqual([trailer_url, moderation], [path, 'approved'], address)
  }
  for (const who of [kim, max, testApp.anonymousUser()]) assert.equal(await seenBy(who, video), path)
})

test('rejects trailer URLs that point to another user’s video or do not use https', async () => {
  const [video, theirs] = [await createPublishedVideo(ada), await createPublishedVideo(max)]
  const invalid = '422 Invalid trailer'
  for (const address of [
    `/watch/${theirs}`,
    `https://films.example/watch/${theirs}`,
    `http://localhost:3000/watch/${theirs}`,
    `http://elsewhere.example/watch/${theirs}`,
    'http://elsewhere.example/',
    'https://ada:secret@elsewhere.example/',
    'javascript:alert(1)',
  ])
    assert.match(
      await expectApiError(setTrailer(ada, video, address)),
      new RegExp(invalid.slice(0, 4)),
      address,
    )
})

test('a minor’s video with a trailer link to another site is held for review unless the link is removed', async () => {
  for (const who of [kim, ada])
    for (const link of [
      'https://discord.gg/abcd',
      'https://grabify.link/ABC123',
      'https://%64iscord.gg/abcd',
      'https://example.com/t',
    ]) {
      const video = await createPublishedVideo(who)
      const { moderation, trailer_url } = await setTrailer(who, video, link)
      assert.deepEqual([moderation, trailer_url], ['pending', link])
      assert.match(await expectApiError(seenBy(max, video)), /^404/)
      // Changing only the title does not publish a video that is held because of its trailer link.
      await who.call(updateContent, { params: { id: video }, body: { title: 'Another title' } })
      assert.match(await expectApiError(seenBy(max, video)), /^404/)
      assert.equal((await setTrailer(who, video, '')).moderation, 'approved')
    }
})

test('only adults see an adult’s trailer link, and the adult must confirm a risky link before it is saved', async () => {
  const video = await createPublishedVideo(max)
  const zoe = await testApp.signUpMember('zoe', 18)
  for (const link of ['https://discord.gg/abcd', 'https://grabify.link/ABC123'])
    assert.match(await expectApiError(setTrailer(max, video, link)), /^422 Are you sure\?/)
  await setTrailer(max, video, 'https://grabify.link/ABC123', true)
  const link = 'https://example.com/t'
  assert.deepEqual([(await setTrailer(max, video, link)).moderation], ['approved'])
  assert.deepEqual([await seenBy(max, video), await seenBy(zoe, video)], [link, link])
  for (const who of [kim, ada, testApp.anonymousUser()]) assert.equal(await seenBy(who, video), null)
})

test('a minor’s trailer link is hidden from others, even if a moderator approved it', async () => {
  const video = await createPublishedVideo(ada)
  await db
    .updateTable('content')
    .set({ trailer_url: 'https://discord.gg/abcd' })
    .where('id', '=', video)
    .execute()
  for (const who of [kim, max, testApp.anonymousUser()]) assert.equal(await seenBy(who, video), null)
  assert.equal(await seenBy(ada, video), 'https://discord.gg/abcd')
})
