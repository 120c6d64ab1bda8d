/* Tests how people and trailers appear in the server-rendered HTML of profile and watch pages. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { putMute } from '#contract/people/blocks-and-mutes.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
/** Members aged 14 and 19. */
let kim: TestUser
let max: TestUser
before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
  kim = await testApp.signUpMember('kim', 14)
  max = await testApp.signUpMember('max', 19)
})
after(() => testApp.close())

const htmlOf = async (who: TestUser, path: string) => (await who.fetch(path)).text()
const headingOf = async (path: string) =>
  /<h1[^>]*class="creator-name"[^>]*>([^<]*)</.exec(await htmlOf(testApp.anonymousUser(), path))?.[1]

test('the heading of a creator’s page is the display name, or the @username if no display name is shown', async () => {
  assert.equal(await headingOf('/creator/kim'), '@kim')
  assert.equal(await headingOf('/creator/max'), '@max')
  const body = { display_name: 'Max Winter', display_name_mode: 'full_name' } as const
  await max.call(updateProfile, { body })
  assert.equal(await headingOf('/creator/max'), 'Max Winter')
  assert.match(await htmlOf(testApp.anonymousUser(), '/creator/max'), />@(<!-- -->)?max</)
  // A minor's display name is visible only to the minor.
  await kim.call(updateProfile, { body })
  assert.equal(await headingOf('/creator/kim'), '@kim')
})

test('moderators see no Follow button, because staff cannot follow anybody', async () => {
  const video = await createPublishedVideo(max)
  const mona = await testApp.signUpMember('mona', 19)
  await grantStaffRole(mona.id, 'moderator')
  for (const path of ['/creator/max', `/watch/${video}`]) {
    assert.match(await htmlOf(kim, path), />Follow</)
    assert.doesNotMatch(await htmlOf(mona, path), />Follow</)
  }
})

test('a trailer hosted on another site is shown as a plain link, and only to adults', async () => {
  const video = await createPublishedVideo(max)
  const trailer_url = 'https://trailers.example/low-tide'
  await max.call(updateContent, { params: { id: video }, body: { trailer_url } })
  const link = /<a href="https:\/\/trailers\.example\/low-tide"[^>]*>/
  for (const who of [max, await testApp.signUpMember('zoe', 18)]) {
    const [tag] = link.exec(await htmlOf(who, `/watch/${video}`)) ?? []
    assert.match(tag ?? '', /rel="noreferrer noopener nofollow"/)
    assert.match(tag ?? '', /target="_blank"/)
  }
  for (const who of [kim, testApp.anonymousUser()])
    assert.doesNotMatch(await htmlOf(who, `/watch/${video}`), /trailers\.example/)
})

test('a muted creator’s page says that the creator is muted and offers to unmute them', async () => {
  await createPublishedVideo(max)
  await kim.call(putMute, { params: { id: max.id } })
  const muted = await htmlOf(kim, '/creator/max')
  assert.match(muted, /You’ve muted @max/)
  assert.doesNotMatch(muted, /No videos yet/)
  const form = new URLSearchParams({ person: max.id, intent: 'unmute' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' }
  const response = await kim.fetch('/creator/max', { method: 'POST', body: form, headers })
  assert.equal(response.status, 302)
  assert.doesNotMatch(await htmlOf(kim, '/creator/max'), /You’ve muted/)
})
