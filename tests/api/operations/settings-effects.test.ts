/* What each setting that admins change at run time does. */
import assert from 'node:assert/strict'
import test, { after, afterEach, before } from 'node:test'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import { getMarketingClaims } from '#contract/discovery/marketing-claims.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { changeSettings } from '#server/admin/settings/change-settings.ts'
import { listHelplines } from '#server/moderation/reports/helplines.ts'
import { db } from '#server/platform/db/db.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { refreshSettings } from '#server/platform/runtime-settings/settings-sync.ts'
import { checkUserText } from '#server/text-moderation/check-user-text.ts'
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ env: { COUNTRY: 'NZ' } })
  await mountPages(testApp.app)
})
after(() => testApp.close())
afterEach(async () => {
  await sql`truncate site_settings`.execute(db)
  await refreshSettings()
})

const set = (values: Record<string, unknown>) =>
  changeSettings(null, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])))
const openPage = async (path: string, cookie = '') =>
  (await testApp.app.request(new Request(`http://localhost:3000${path}`, { headers: { cookie } }))).text()
const announcementOf = async () => (await testApp.anonymousUser().call(getSession, {})).site.announcement
const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()

test('cached pages show a new site name and announcement at once', async () => {
  assert.match(await openPage('/about'), /Afterbell/)
  await set({ site_name: 'Lighthouse TV', announcement: { text: 'We move on Friday' } })
  const html = await openPage('/about')
  assert.match(html, /<title>[^<]*Lighthouse TV<\/title>/)
  assert.match(
    html,
    /<output class="announcement-region"><span class="announcement"[^>]*>.*We move on Friday/s,
  )
})

test('a dismissed announcement is not rendered again, but a new text is', async () => {
  await set({ announcement: { text: 'Old news' } })
  const { id } = (await announcementOf())!
  assert.doesNotMatch(await openPage('/about', `announcement=${id}`), /class="announcement"/)
  assert.match(await openPage('/about'), /class="announcement"/)
  await set({ announcement: { text: 'Fresh news' } })
  assert.match(await openPage('/about', `announcement=${id}`), /class="announcement"/)
})

test('an announcement is shown only between its start and its end', async () => {
  await set({ announcement: { text: 'Soon', from: inHours(1) } })
  assert.equal(await announcementOf(), null)
  await set({ announcement: { text: 'Over', until: inHours(-1) } })
  assert.equal(await announcementOf(), null)
  await set({ announcement: { text: 'Now', level: 'urgent', from: inHours(-1), until: inHours(1) } })
  const shown = await announcementOf()
  assert.deepEqual([shown?.text, shown?.level], ['Now', 'urgent'])
})

test('help lines for everyone come first, then those of the site’s country, with the names of countries', async () => {
  await set({
    help_lines: [
      { text: 'Kids Helpline 1800 55 1800', country: 'AU' },
      { text: '1737', country: 'NZ' },
      { text: 'Tell an adult you trust: a parent, a teacher, a doctor.' },
    ],
  })
  assert.deepEqual(listHelplines(), [
    'Tell an adult you trust: a parent, a teacher, a doctor.',
    'New Zealand: 1737',
    'Australia: Kids Helpline 1800 55 1800',
  ])
})

test('word lists apply to the next text', async () => {
  const check = () => checkUserText('comment', 'a zorbulate evening', { band: '16-17', anyway: false })
  assert.deepEqual(check().held, [])
  await set({ hold_words: '# words of the school\nzorbulate' })
  assert.equal(check().held.length, 1)
  await set({ refuse_words: 'zorbul*' })
  assert.throws(check)
  await set({ allow_words: 'zorbulate' })
  assert.deepEqual(check().held, [])
})

test('the first comments of a new account are held as often as the setting says', async () => {
  const owner = await testApp.signUpMember('eff_owner')
  const video = await createPublishedVideo((await owner.call(getSession, {})).me!, {
    title: 'A quiet harbour',
  })
  const writer = await testApp.signUpMember('eff_writer')
  const say = (body: string) => writer.call(postComment, { params: { id: video }, body: { body } })
  await set({ hold_first_comments: 1 })
  assert.equal((await say('Lovely light')).held, 'moderators')
  await set({ hold_first_comments: 0 })
  assert.equal((await say('Lovely boats')).held, undefined)
})

test('the claims on the home page follow the settings', async () => {
  await set({ claim_videos: 500, claim_quality: '8K', claim_zero_toxicity: false })
  const claims = await testApp.anonymousUser().call(getMarketingClaims, {})
  assert.deepEqual([claims.videos, claims.quality, claims.zero_toxicity], ['500+', '8K', false])
})
