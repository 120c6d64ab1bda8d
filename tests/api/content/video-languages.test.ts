import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getContent, getEmbed, listContent } from '#contract/content/content.ts'
import { getOwnContent, listOwnContent, updateContent } from '#contract/content/own-content.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let nobody: TestUser
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  nobody = testApp.anonymousUser()
  ada = await testApp.signUpMember('ada', 18)
})
after(() => testApp.close())

const upload = { title: 'Canciones', content_type: 'music' as const }
const change = (id: string, language: string | null, who = ada) =>
  who.call(updateContent, { params: { id }, body: { language } })

test('the creator chooses the language of a video when uploading it, and can change or remove it', async () => {
  const { contentId: id } = await ada.call(createUpload, { body: { ...upload, language: 'ES-mx' } })
  assert.equal((await ada.call(getOwnContent, { params: { id } })).language, 'es-MX')
  const { contentId: other } = await ada.call(createUpload, { body: upload })
  assert.equal((await ada.call(getOwnContent, { params: { id: other } })).language, null)
  const { items } = await ada.call(listOwnContent, { query: {} })
  assert.deepEqual(
    items.map(({ language }) => language),
    [null, 'es-MX'],
  )
  assert.equal((await change(id, 'zh-hant')).language, 'zh-Hant')
  await ada.call(updateContent, { params: { id }, body: { title: 'Songs' } })
  assert.equal((await ada.call(getOwnContent, { params: { id } })).language, 'zh-Hant')
  assert.equal((await change(id, null)).language, null)
})

test('cards, the video and its embed contain the language, and only the owner can change it', async () => {
  const id = await createPublishedVideo(ada, { title: 'Canciones' })
  await change(id, 'es-419')
  const video = await nobody.call(getContent, { params: { id } })
  const embed = await nobody.call(getEmbed, { params: { playback_id: video.playback_id! } })
  const [card] = (await nobody.call(listContent, { query: { ids: id } })).items
  assert.deepEqual([video.language, embed.language, card!.language], ['es-419', 'es-419', 'es-419'])
  const mallory = await testApp.signUpMember('mallory')
  await assert.rejects(change(id, 'fr', mallory), { code: 'content_not_found' })
  await assert.rejects(change(id, 'fr', nobody), { status: 401 })
})

test('an unknown language is rejected with a message for the field', async () => {
  const id = await createPublishedVideo(ada)
  for (const language of [
    '',
    'qq',
    'spanish',
    'es_ES',
    'es-',
    'x-klingon',
    '*',
    'es; drop',
    'x'.repeat(99),
  ]) {
    await assert.rejects(change(id, language), { code: 'video_language_unknown' }, language)
    const created = ada.call(createUpload, { body: { ...upload, language } })
    await assert.rejects(created, { code: 'video_language_unknown' }, language)
  }
  const response = await ada.fetch(`/api/content/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ language: 'spanish' }),
  })
  const { title, detail } = ((await response.json()) as { error: Record<string, unknown> }).error
  assert.deepEqual(
    [response.status, title, detail],
    [422, 'Unknown language', 'Choose the language of your video from the list.'],
  )
  await assert.rejects(sql`update content set language = 'Spanish' where id = ${id}`.execute(db), /is_a_tag/)
})
