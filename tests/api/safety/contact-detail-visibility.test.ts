/*
 * Tests that only adults can see links and contact details, in every field that can contain them (ruling 39
 * in docs/spec-coverage.md). tests/access/crawl.test.ts checks every route for visible contact details.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent, listContent } from '#contract/content/content.ts'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getProfile, updateProfile } from '#contract/people/profiles.ts'
import { getSearchResults, getSearchSuggestions } from '#contract/discovery/search.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
/** Members aged 14, 16, 18 and 19. */
let kim: TestUser
let ada: TestUser
let zoe: TestUser
let max: TestUser
before(async () => {
  testApp = await startTestApp()
  kim = await testApp.signUpMember('kim', 14)
  ada = await testApp.signUpMember('ada', 16)
  zoe = await testApp.signUpMember('zoe', 18)
  max = await testApp.signUpMember('max', 19)
})
after(() => testApp.close())

/**
 * Viewers who must not see contact details: minors, and viewers of unknown age, such as anonymous visitors
 * and search engines.
 */
const minors = () => [kim, ada, testApp.anonymousUser()]
const link = 'https://grabify.link/ABC123'

test('hides contact details in titles and descriptions from everyone except adults and the author', async () => {
  const id = await createPublishedVideo(max, {
    title: `Lowtide ${link}`,
    description: `Filmed in May.\nmax@letters.org`,
  })
  const text = async (who: TestUser) => {
    const { title, description } = await who.call(getContent, { params: { id } })
    const [listed] = (await who.call(listContent, { query: { creator: max.id } })).items
    const { hits } = await who.call(getSearchResults, { query: { q: 'lowtide' } })
    const { items } = await who.call(getSearchSuggestions, { query: { q: 'lowtide' } })
    const suggested = items.find(({ kind }) => kind === 'video')!.text
    return [title, description, listed!.title, hits[0]!.item.title, suggested].join(' | ')
  }
  const open = `Lowtide ${link} | Filmed in May.\nmax@letters.org | Lowtide ${link} | Lowtide ${link} | Lowtide ${link}`
  const covered = 'Lowtide ••• | Filmed in May.\n••• | Lowtide ••• | Lowtide ••• | Lowtide •••'
  for (const who of [max, zoe]) assert.equal(await text(who), open)
  for (const who of minors()) assert.equal(await text(who), covered)
  // Owners see their original text when they edit it, even if they are minors and a moderator has approved
  // the text.
  await db.updateTable('content').set({ user_id: kim.id }).where('id', '=', id).execute()
  const own = await kim.call(getOwnContent, { params: { id } })
  assert.equal(own.title, `Lowtide ${link}`)
})

test('hides contact details in comment lists and in live comments', async () => {
  const id = await createPublishedVideo(max)
  const body = `more at ${link}`
  const pages = await Promise.all(
    [kim, testApp.anonymousUser(), zoe].map((who) => listenToContentUpdates(who, id)),
  )
  const received = pages.map((page) => page.next('comment'))
  await zoe.call(postComment, { params: { id }, body: { body, anyway: true } })
  const told = await Promise.all(received)
  assert.deepEqual(
    told.map(({ data }) => data.body),
    ['more at •••', 'more at •••', body],
  )
  for (const page of pages) await page.stop()
  const read = async (who: TestUser) =>
    (await who.call(listComments, { params: { id }, query: {} })).items[0]!.body
  for (const who of [max, zoe]) assert.equal(await read(who), body)
  for (const who of minors()) assert.equal(await read(who), 'more at •••')
})

test('hides contact details in comment excerpts in notifications', async () => {
  const id = await createPublishedVideo(kim)
  const { id: comment } = await db
    .insertInto('comments')
    .values({ content_id: id, user_id: max.id, body: `see ${'x'.repeat(120)} ${link}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = await db
    .insertInto('notifications')
    .values({ user_id: kim.id, kind: 'comment', content_id: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('notification_causes')
    .values({
      kind: 'comment',
      subject_id: comment,
      actor_id: max.id,
      user_id: kim.id,
      notification_id: entry.id,
    })
    .execute()
  const { items } = await kim.call(listNotifications, { query: {} })
  assert.equal(items[0]!.excerpt, `see ${'x'.repeat(120)} •••`)
})

test('hides contact details in bios and rejects them in display names', async () => {
  await max.call(updateProfile, { body: { bio: 'insta: max.films', anyway: true } })
  const body = { display_name: 'snap: max.films', display_name_mode: 'full_name', anyway: true } as const
  assert.match(await expectApiError(max.call(updateProfile, { body })), /^422 Word not allowed/)
  // Inserts a display name directly into the database, as if it had been saved before the site checked
  // display names.
  const old = { display_name: 'snap: max.films', display_name_mode: 'full_name' } as const
  await db.updateTable('profiles').set(old).where('user_id', '=', max.id).execute()
  const shown = async (who: TestUser) => {
    const { bio, display_name } = await who.call(getProfile, { params: { username: 'max' } })
    return [bio, display_name]
  }
  for (const who of [max, zoe]) assert.deepEqual(await shown(who), ['insta: max.films', 'snap: max.films'])
  for (const who of minors()) assert.deepEqual(await shown(who), ['•••', 'max'])
})

test('hides contact details in the title and HTML of the oEmbed response', async () => {
  const id = await createPublishedVideo(max, { title: `Out there ${link}` })
  const response = await testApp.anonymousUser().fetch(`/oembed?url=http://localhost:3000/watch/${id}`)
  const { title, html } = (await response.json()) as { title: string; html: string }
  assert.equal(title, 'Out there •••')
  assert.doesNotMatch(html, /grabify/)
})

test('a minor’s video is held for review if its trailer link is a chat invitation', async () => {
  const id = await createPublishedVideo(ada)
  const body = { trailer_url: 'https://discord.gg/abcd' }
  assert.equal((await ada.call(updateContent, { params: { id }, body })).moderation, 'pending')
})
