import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  deleteCaptionDraft,
  type DraftCue,
  getCaptionDraft,
  listCaptionDrafts,
  publishCaptionDraft,
} from '#contract/captions/caption-drafts.ts'
import { captionCueLimits, captionDraftLimits } from '#contract/captions/caption-limits.ts'
import { listCaptions } from '#contract/content/captions.ts'
import { captionLimits } from '#media/captions/caption-problems.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const testApp = await startTestApp({ env: { PACE: '0' } })
after(() => testApp.close())
const nobody = testApp.anonymousUser()
const ada = await testApp.signUpMember('ada')
const bob = await testApp.signUpMember('bob', 18)

const cue = (start: number, end: number, text: string, settings = ''): DraftCue => ({
  start,
  end,
  text,
  settings,
})
const key = (id: string) => ({ params: { id, language: 'en' }, query: {} })
const load = (id: string, who = ada) => who.call(getCaptionDraft, key(id))

const put = (id: string, version: string, cues: unknown, who: TestUser = ada) =>
  who.fetch(`/api/content/${id}/caption-drafts/en`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version, cues }),
  })
async function save(id: string, version: string, cues: DraftCue[], who = ada): Promise<string> {
  const response = await put(id, version, cues, who)
  assert.equal(response.status, 200, await response.clone().text())
  return ((await response.json()) as { version: string }).version
}
const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code
const publish = (id: string, version: string, { who = ada, anyway = false } = {}) =>
  who.call(publishCaptionDraft, { ...key(id), body: { version, ...(anyway && { anyway }) } })
const upload = async (id: string, text: string, method = 'POST', path = '?language=en') => {
  const response = await ada.fetch(`/api/content/${id}/captions${path}`, { method, body: text })
  assert.ok(response.ok, await response.clone().text())
  return (await response.json()) as { id: string; url: string }
}
const servedText = async (id: string) => {
  const { items } = await nobody.call(listCaptions, { params: { id } })
  return items[0] ? (await nobody.fetch(items[0].url)).text() : null
}
const vtt = 'WEBVTT\n\n00:01.000 --> 00:03.000 line:0\n<v Ann>Fish &amp; chips</v>\n'

test('new captions can be written, saved as a draft that only the owner sees, and published', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const empty = await load(id)
  assert.deepEqual([empty.state, empty.cues, empty.is_published], ['new', [], false])
  const version = await save(id, empty.version, [cue(1000, 2000, 'Hello'), cue(3000, 3000, '')])
  assert.deepEqual((await load(id)).cues.length, 2, 'a draft may be unfinished')
  assert.equal(await servedText(id), null)
  const { items } = await ada.call(listCaptionDrafts, { params: { id } })
  assert.deepEqual(
    items.map(({ name, is_published, cue_count }) => [name, is_published, cue_count]),
    [['English', false, 2]],
  )
  const { track } = await publish(id, version)
  assert.equal(track?.cue_count, 1, 'captions without text are left out')
  assert.equal(await servedText(id), 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n')
  assert.deepEqual((await ada.call(listCaptionDrafts, { params: { id } })).items, [])
  assert.equal((await load(id)).state, 'published')
})

test('published captions can be edited with their markup, and viewers see the old text until the edit is published', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  await upload(id, vtt)
  const { cues, version } = await load(id)
  assert.deepEqual(cues, [cue(1000, 3000, '<v Ann>Fish & chips</v>', 'line:0')])
  const saved = await save(id, version, [{ ...cues[0]!, text: '<v Ann>Fish & <i>more</i> chips</v>' }])
  assert.equal(await servedText(id), vtt.replaceAll('00:0', '00:00:0'))
  await publish(id, saved)
  assert.match((await servedText(id))!, /line:0\n<v Ann>Fish &amp; <i>more<\/i> chips<\/v>/)
})

test('a draft based on an outdated version of the captions cannot be saved, no matter what changed the captions', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const track = await upload(id, vtt)
  const first = await load(id)
  const mine = [cue(0, 1000, 'mine')]
  const version = await save(id, first.version, [cue(0, 1000, 'from another tab')])
  assert.equal(await errorOf(await put(id, first.version, mine)), 'captions_changed')
  await assert.rejects(publish(id, first.version), { code: 'captions_changed' })
  await upload(id, vtt.replace('Fish', 'Peas'), 'PUT', `/${track.id}/file`)
  assert.equal(await errorOf(await put(id, version, mine)), 'captions_changed')
  const afterUpload = await load(id)
  assert.match(afterUpload.cues[0]!.text, /Peas/)
  assert.equal(afterUpload.older_draft?.[0]?.text, 'from another tab', 'the draft is not lost')
  const kept = await save(id, afterUpload.version, mine)
  const { older_draft, cues } = await load(id)
  assert.deepEqual([older_draft, cues], [null, mine])
  await publish(id, kept)
  assert.equal(await errorOf(await put(id, kept, mine)), 'captions_changed', 'after publishing')
})

test('only one of several concurrent requests to save a caption draft succeeds', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const { version } = await load(id)
  const responses = await Promise.all(['a', 'b', 'c'].map((text) => put(id, version, [cue(0, 1, text)])))
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409, 409])
})

test('if captions cannot be published, the error names the caption at fault and the draft is kept', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const tryCues = async (cues: DraftCue[]) => {
    const version = await save(id, (await load(id)).version, cues)
    const { refused, track } = await publish(id, version)
    assert.deepEqual((await load(id)).cues, cues)
    return track ? 'published' : [refused!.code, refused!.cue]
  }
  const fine = cue(0, 1000, 'fine')
  assert.deepEqual(await tryCues([]), ['captions_invalid', null])
  assert.deepEqual(await tryCues([fine, cue(2000, 1000, 'back')]), ['captions_invalid', 1])
  assert.deepEqual(await tryCues([fine, cue(1000, 9000, 'x'.repeat(501))]), ['captions_invalid', 1])
  assert.deepEqual(await tryCues([cue(11_000, 12_000, 'late')]), ['captions_invalid', null])
  assert.deepEqual(await tryCues([fine, cue(2000, 3000, ''), cue(4000, 5000, 'first\nfuck this')]), [
    'caption_cue_rude',
    2,
  ])
  assert.deepEqual(await tryCues([fine, cue(1000, 2000, 'kill yourself')]), ['caption_cue_threat', 1])
  assert.deepEqual(await tryCues([fine, cue(1000, 2000, 'call me 07911 123456')]), ['caption_cue_contact', 1])
  assert.equal(await servedText(id), null)
})

test('after an adult confirms a warning, the captions are published with rude words masked', async () => {
  const id = await createPublishedVideo(bob, { seconds: 10 })
  const version = await save(id, (await load(id, bob)).version, [cue(0, 1000, 'what the fuck')], bob)
  assert.equal((await publish(id, version, { who: bob })).refused?.code, 'caption_cue_ask')
  await publish(id, version, { who: bob, anyway: true })
  const { cues, state } = await load(id, bob)
  assert.equal(state, 'published')
  assert.ok(!cues[0]!.text.includes('fuck'), cues[0]!.text)
})

test('script tags in captions are published as plain text, and invalid cue settings are removed', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const hostile = cue(0, 1000, '<script>alert(1)</script> --> <b onclick=x>', 'line:0 region:evil align:<x>')
  await publish(id, await save(id, (await load(id)).version, [hostile]))
  assert.equal(
    await servedText(id),
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.000 line:0\n&lt;script&gt;alert(1)&lt;/script&gt; --&gt; &lt;b onclick=x&gt;\n',
  )
})

test('malformed and oversized caption drafts are refused', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const { version } = await load(id)
  for (const cues of [
    null,
    [{}],
    [cue(-1, 0, '')],
    [cue(0.5, 1, '')],
    [cue(0, captionCueLimits.endMs + 1, '')],
    [cue(0, 1, 'x'.repeat(captionDraftLimits.cueCharacters + 1))],
    [{ ...cue(0, 1, ''), more: 1 }],
    [cue(0, 1, '\0')],
    Array(captionCueLimits.cues + 1).fill(cue(0, 1, '')),
  ])
    assert.equal(
      await errorOf(await put(id, version, cues)),
      'invalid_input',
      JSON.stringify(cues)?.slice(0, 80),
    )
  const large = Array(600).fill(cue(0, 1, 'x'.repeat(captionDraftLimits.cueCharacters)))
  assert.equal(await errorOf(await put(id, version, large)), 'captions_draft_too_large')
  await save(id, version, Array(captionCueLimits.cues).fill(cue(0, 1, 'x'.repeat(30))))
})

test('only the owner can access a caption draft, and deleting the draft keeps the published captions', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  await upload(id, vtt)
  const version = await save(id, (await load(id)).version, [cue(0, 1000, 'draft')])
  for (const who of [bob, nobody]) {
    assert.ok((await put(id, version, [], who)).status >= 400)
    await assert.rejects(load(id, who as typeof ada))
  }
  await ada.call(deleteCaptionDraft, key(id))
  await assert.rejects(ada.call(deleteCaptionDraft, key(id)), { code: 'captions_not_found' })
  assert.deepEqual((await load(id)).cues[0]?.text, '<v Ann>Fish & chips</v>')
})

test('deleting captions keeps their draft, and deleting the video deletes the draft', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10 })
  const track = await upload(id, vtt)
  await save(id, (await load(id)).version, [cue(0, 1000, 'draft')])
  await ada.fetch(`/api/content/${id}/captions/${track.id}`, { method: 'DELETE' })
  const { state, cues, is_published } = await load(id)
  assert.deepEqual([state, cues[0]?.text, is_published], ['draft', 'draft', false])
  await db.deleteFrom('content').where('id', '=', id).execute()
  const left = await db.selectFrom('caption_drafts').select('version').where('content_id', '=', id).execute()
  assert.deepEqual(left, [])
})

test('the caption editor enforces the same limits as caption file uploads', () => {
  const { cues, cueCharacters, cueLines, textCharacters, simultaneousCues, endMs } = captionLimits
  assert.deepEqual(captionCueLimits, {
    cues,
    cueCharacters,
    cueLines,
    textCharacters,
    simultaneousCues,
    endMs,
  })
})
