import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { deleteCaptions, updateCaptions } from '#contract/content/captions.ts'
import { acceptEmbeddedCaptions } from '#contract/content/captions/embedded-captions.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { replaceEmbeddedCaptions } from '#server/captions/embedded-captions/save-embedded-captions.ts'
import { transaction } from '#server/platform/db/db.ts'
import { addCaptions } from '#tests/support/app/add-captions.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

const testApp = await startTestApp({ env: { PACE: '0' } })
after(() => testApp.close())
const ada = await testApp.signUpMember('ada')
const bob = await testApp.signUpMember('bob')

const text = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHello\n'

test('open pages are told that captions were added, changed or removed, but not what the captions contain', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const page = await listenToContentUpdates(testApp.anonymousUser(), id)
  const announces = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    const [result, { data }] = await Promise.all([act(), page.next('captions')])
    assert.deepEqual(data, {})
    return result
  }
  const track = await announces(() => addCaptions(ada, id, text))
  const params = { id, caption_id: track.id }
  await announces(() => ada.call(updateCaptions, { params, body: { is_default: true } }))
  const file = `/api/content/${id}/captions/${track.id}/file`
  await announces(() => ada.fetch(file, { method: 'PUT', body: text.replace('Hello', 'Hi') }))
  await announces(() => ada.call(deleteCaptions, { params }))
  await page.stop()
})

test('open pages are not told about a caption draft or a text track in the uploaded file before it becomes captions', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const page = await listenToContentUpdates(bob, id)
  const offer = { language: 'en', is_sdh: false, vtt: text, cue_count: 1 }
  await transaction((tx) => replaceEmbeddedCaptions(tx, id, [offer]))
  const draft = await ada.fetch(`/api/content/${id}/caption-drafts/fr`)
  const { version } = (await draft.json()) as { version: string }
  const saved = await ada.fetch(`/api/content/${id}/caption-drafts/fr`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version, cues: [] }),
  })
  assert.equal(saved.status, 200, await saved.text())
  // Live updates arrive in order, so an unwanted announcement would arrive before this update.
  const first = page.next('captions')
  const { items } = (await (await ada.fetch(`/api/content/${id}/offered-captions`)).json()) as {
    items: { id: string }[]
  }
  const before = page.heard.filter(({ name }) => name === 'captions').length
  assert.equal(before, 0)
  const accepted = { params: { id, offer_id: items[0]!.id }, body: { language: 'en' } }
  await ada.call(acceptEmbeddedCaptions, accepted)
  await first
  assert.equal(page.heard.filter(({ name }) => name === 'captions').length, 1)
  await page.stop()
})

test('people who may no longer see a video receive no updates about its captions', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const [page, owner] = [await listenToContentUpdates(bob, id), await listenToContentUpdates(ada, id)]
  const gone = page.next('gone')
  await ada.call(updateContent, { params: { id }, body: { visibility: 'only_me' } })
  await gone
  await Promise.all([addCaptions(ada, id, text), owner.next('captions')])
  assert.deepEqual(
    page.heard.filter(({ name }) => name === 'captions'),
    [],
  )
  await Promise.all([page.stop(), owner.stop()])
  await assert.rejects(listenToContentUpdates(bob, id), /404/)
})
