import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { getTranscript } from '#contract/content/captions/transcripts.ts'
import { getCaseTranscript } from '#contract/moderation/case-transcripts.ts'
import { claimCase } from '#contract/moderation/moderation-cases.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { db } from '#server/platform/db/db.ts'
import { addCaptions } from '#tests/support/app/add-captions.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { createModerationCase } from '#tests/support/fixtures/moderation-case.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

const testApp = await startTestApp({ env: { PACE: '0' } })
after(() => testApp.close())
const nobody = testApp.anonymousUser()
const ada = await testApp.signUpMember('ada')
const bob = await testApp.signUpMember('bob', 18)

const vtt =
  'WEBVTT\n\n00:01.500 --> 00:03.000\n<v Ann><i>Hello</i>\nthere</v>\n\n00:03.000 --> 00:09.250\nWrite to bob@example.com\n'

test('the transcript shown to viewers has timestamps, but no markup or contact details', async () => {
  const id = await createPublishedVideo(bob, { seconds: 10 })
  const track = await addCaptions(bob, id, vtt)
  const params = { id, caption_id: track.id }
  const { cues, ...about } = await nobody.call(getTranscript, { params })
  assert.deepEqual(about, { id: track.id, language: 'en', name: 'English' })
  assert.deepEqual(cues[0], { start: 1.5, end: 3, text: 'Ann: Hello\nthere' })
  assert.deepEqual([cues.length, cues[1]!.end], [2, 9.25])
  assert.ok(!cues[1]!.text.includes('example'), cues[1]!.text)
  const own = await bob.call(getTranscript, { params })
  assert.equal(own.cues[1]!.text, 'Write to bob@example.com')
})

test('people who may not watch a video get a 404 for its transcript', async () => {
  const id = await createPublishedVideo(ada, { seconds: 10, visibility: 'only_me' })
  const track = await addCaptions(ada, id, 'WEBVTT\n\n00:01.000 --> 00:03.000\nHello\n')
  const params = { id, caption_id: track.id }
  await assert.rejects(bob.call(getTranscript, { params }), { code: 'content_not_found' })
  const other = await createPublishedVideo(ada, { seconds: 10 })
  await assert.rejects(nobody.call(getTranscript, { params: { ...params, id: other } }), {
    code: 'captions_not_found',
  })
  assert.equal((await ada.call(getTranscript, { params })).cues.length, 1)
})

test('a moderator who has claimed a case can read the transcript, even after the video is deleted, and the access is logged', async () => {
  const moderator = await signUpStaff(testApp, 'mona', 'moderator')
  const id = await createPublishedVideo(bob, { seconds: 10 })
  const english = await addCaptions(bob, id, vtt)
  await addCaptions(bob, id, 'WEBVTT\n\n00:01.000 --> 00:03.000\nHallo\n', 'de')
  const caseId = await createModerationCase(bob, id)
  const read = (query = {}) => moderator.call(getCaseTranscript, { params: { id: caseId }, query })
  await assert.rejects(read(), { code: 'case_not_claimed' })
  await moderator.call(claimCase, { params: { id: caseId } })
  const logged = async () =>
    (await db.selectFrom('staff_access_log').select('id').where('case_id', '=', caseId).execute()).length
  const before = await logged()
  const { tracks, transcript } = await read({ caption_id: english.id })
  assert.deepEqual(
    tracks.map(({ language }) => language),
    ['de', 'en'],
  )
  assert.equal(transcript!.cues[1]!.text, 'Write to bob@example.com', 'moderators see contact details')
  assert.equal(await logged(), before + 1)
  await assert.rejects(read({ caption_id: caseId }), { code: 'captions_not_found' })
  await bob.call(deleteContent, { params: { id } })
  assert.equal((await read()).transcript!.language, 'de')
  await db.updateTable('cases').set({ closed_at: new Date() }).where('id', '=', caseId).execute()
  await assert.rejects(read(), { code: 'case_not_claimed' }, 'after the decision')
  const aboutProfile = await createModerationCase(bob)
  await moderator.call(claimCase, { params: { id: aboutProfile } })
  assert.deepEqual(await moderator.call(getCaseTranscript, { params: { id: aboutProfile }, query: {} }), {
    tracks: [],
    transcript: null,
  })
})
