import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent, updateContent } from '#contract/content/content.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, openTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
/** Aged 14, 16 and 19. */
let kim: TestUser
let ada: TestUser
let max: TestUser
before(async () => {
  testApp = await openTestApp({ env: { PUBLIC_URL: 'https://films.example' } })
  kim = await testApp.signUpMember('kim', 14)
  ada = await testApp.signUpMember('ada', 16)
  max = await testApp.signUpMember('max', 19)
})
after(() => testApp.close())

const setTrailer = (who: TestUser, id: string, trailer_url: string, anyway?: true) =>
  who.call(updateContent, { params: { id }, body: { trailer_url, anyway } })
const seenBy = async (who: TestUser, id: string) =>
  (await who.call(getContent, { params: { id } })).trailer_url

test('stores the full address of your own video as a path, whatever host name it uses', async () => {
  const [film, teaser] = [await createPublishedVideo(ada), await createPublishedVideo(ada)]
  const path = `/watch/${teaser}`
  for (const address of [
    path,
    `https://films.example${path}`,
    `https://films.example${path}/?t=3#there`,
    // As copied from a browser that reaches the site by another host name.
    `http://localhost:3000${path}`,
    `http://localhost:3000${path.toUpperCase().replace('WATCH', 'watch')}`,
  ]) {
    const { trailer_url, moderation } = await setTrailer(ada, film, address)
    assert.deepEqual([trailer_url, moderation], [path, 'approved'], address)
  }
  for (const who of [kim, max, testApp.stranger()]) assert.equal(await seenBy(who, film), path)
})

test('rejects the full address of another user’s video, and addresses without https', async () => {
  const [film, theirs] = [await createPublishedVideo(ada), await createPublishedVideo(max)]
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
      await expectApiError(setTrailer(ada, film, address)),
      new RegExp(invalid.slice(0, 4)),
      address,
    )
})

test('a minor’s link waits for a moderator like any text, and removing the link ends the wait', async () => {
  for (const who of [kim, ada])
    for (const link of [
      'https://discord.gg/abcd',
      'https://grabify.link/ABC123',
      'https://%64iscord.gg/abcd',
      'https://example.com/t',
    ]) {
      const film = await createPublishedVideo(who)
      const { moderation, trailer_url } = await setTrailer(who, film, link)
      assert.deepEqual([moderation, trailer_url], ['pending', link])
      assert.match(await expectApiError(seenBy(max, film)), /^404/)
      // Editing other texts does not publish the video.
      await who.call(updateContent, { params: { id: film }, body: { title: 'Another title' } })
      assert.match(await expectApiError(seenBy(max, film)), /^404/)
      assert.equal((await setTrailer(who, film, '')).moderation, 'approved')
    }
})

test('keeps an adult’s link, asks for confirmation of chat invitations and disguised links, and shows links to adults only', async () => {
  const film = await createPublishedVideo(max)
  const zoe = await testApp.signUpMember('zoe', 18)
  for (const link of ['https://discord.gg/abcd', 'https://grabify.link/ABC123'])
    assert.match(await expectApiError(setTrailer(max, film, link)), /^422 Just asking/)
  await setTrailer(max, film, 'https://grabify.link/ABC123', true)
  const link = 'https://example.com/t'
  assert.deepEqual([(await setTrailer(max, film, link)).moderation], ['approved'])
  assert.deepEqual([await seenBy(max, film), await seenBy(zoe, film)], [link, link])
  for (const who of [kim, ada, testApp.stranger()]) assert.equal(await seenBy(who, film), null)
})

test('hides a minor’s link from others, including older links and links a moderator approved', async () => {
  const film = await createPublishedVideo(ada)
  await db
    .updateTable('content')
    .set({ trailer_url: 'https://discord.gg/abcd' })
    .where('id', '=', film)
    .execute()
  for (const who of [kim, max, testApp.stranger()]) assert.equal(await seenBy(who, film), null)
  assert.equal(await seenBy(ada, film), 'https://discord.gg/abcd')
})
