import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { getContent, getEmbed } from '#contract/content/content.ts'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { claimCase, getCase, listCases } from '#contract/moderation/moderation-cases.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const testApp = await startTestApp()
after(() => testApp.close())
const nobody = testApp.anonymousUser()
const ada = await testApp.signUpMember('ada')
const mia = await signUpStaff(testApp, 'mia', 'moderator')
const bob = await testApp.signUpMember('bob', 18)

const titles = ['Intro', 'The harbour', 'Goodbye']
const custom = titles.map((title, n) => ({ seconds: 20 * n, title }))
const save = (owner: TestUser, id: string, body: object) =>
  owner.call(updateContent, { params: { id }, body })
const chaptersOf = async (id: string, who = nobody) =>
  (await who.call(getContent, { params: { id } })).chapters

test('chapters in the description appear on the watch page and in the embedded player', async () => {
  const description = 'Our trip\n0:00 Intro\n0:20 The harbour\n0:40 Goodbye'
  const id = await createPublishedVideo(bob, { seconds: 60, description })
  assert.deepEqual(await chaptersOf(id), custom)
  const { playback_id } = await nobody.call(getContent, { params: { id } })
  assert.deepEqual((await nobody.call(getEmbed, { params: { playback_id: playback_id! } })).chapters, custom)
  await save(bob, id, { description: 'No chapters any more' })
  assert.deepEqual(await chaptersOf(id), [])
})

test('chapters in the description are used only while there are no custom chapters', async () => {
  const id = await createPublishedVideo(ada, { seconds: 60, description: '0:00 A\n0:10 B\n0:20 C' })
  const edited = await save(ada, id, { custom_chapters: custom.toReversed() })
  assert.deepEqual(edited.custom_chapters, custom)
  assert.deepEqual(await chaptersOf(id), custom)
  await save(ada, id, { title: 'Another title' })
  assert.deepEqual(await chaptersOf(id), custom, 'other edits keep the chapters')
  assert.equal((await save(ada, id, { custom_chapters: [] })).custom_chapters, null)
  assert.deepEqual(
    (await chaptersOf(id)).map(({ title }) => title),
    ['A', 'B', 'C'],
  )
})

test('invalid chapters are rejected, and chapters are hidden if the video becomes too short for them', async () => {
  const id = await createPublishedVideo(ada, { seconds: 45 })
  await assert.rejects(save(ada, id, { custom_chapters: custom.slice(0, 2) }), { code: 'chapters_invalid' })
  await assert.rejects(save(ada, id, { custom_chapters: custom.slice(1) }), { code: 'chapters_invalid' })
  await save(ada, id, { custom_chapters: custom })
  assert.deepEqual(await chaptersOf(id), custom)
  await db.updateTable('content').set({ duration_seconds: 43 }).where('id', '=', id).execute()
  assert.deepEqual(await chaptersOf(id), [])
  await assert.rejects(save(ada, id, { custom_chapters: custom }), { code: 'chapters_invalid' })
})

test('chapter titles are moderated like video descriptions', async () => {
  const id = await createPublishedVideo(ada, { seconds: 60 })
  const titled = (last: string) => ({
    custom_chapters: [...custom.slice(0, 2), { seconds: 40, title: last }],
  })
  await assert.rejects(save(ada, id, titled('fuck this')), { code: 'chapters_rude' })
  await assert.rejects(save(ada, id, titled('kill yourself')), { code: 'chapters_threat' })
  const held = await save(ada, id, titled('call me 07911 123456'))
  assert.equal(held.moderation, 'pending')
  await assert.rejects(chaptersOf(id), { code: 'content_not_found' })
  const { items } = await mia.call(listCases, { query: {} })
  const params = { id: items[0]!.id }
  await mia.call(claimCase, { params })
  const seen = (await mia.call(getCase, { params })).detail?.content?.custom_chapters
  assert.match(seen!.at(-1)!.title, /07911/, 'the moderator sees the held title')
  await save(ada, id, { custom_chapters: custom })
  assert.equal((await ada.call(getOwnContent, { params: { id } })).moderation, 'approved')
})

test('an adult must confirm contact details in a chapter title, and minors do not see them', async () => {
  const id = await createPublishedVideo(bob, { seconds: 60 })
  const doubtful = {
    custom_chapters: [...custom.slice(0, 2), { seconds: 40, title: 'call me 07911 123456' }],
  }
  await assert.rejects(save(bob, id, doubtful), { code: 'chapters_ask' })
  await save(bob, id, { ...doubtful, anyway: true })
  const titlesFor = async (who: TestUser) => (await chaptersOf(id, who)).map(({ title }) => title).join(' ')
  assert.doesNotMatch(await titlesFor(nobody), /07911/)
  assert.doesNotMatch(await titlesFor(ada), /07911/)
  assert.match(await titlesFor(bob), /07911/)
})
