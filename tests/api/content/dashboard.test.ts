import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { log } from '#server/platform/log.ts'
import { db } from '#server/platform/db/db.ts'
import { loader } from '#web/pages/dashboard/dashboard-loader.ts'
import type { ApiFetch } from '#web/api/api-client.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

/**
 * Returns the dashboard's data as the server loads it for this person. Requests to the paths in `cut` fail as
 * if the connection had been interrupted.
 */
const visit = (who: TestUser, search = '', cut?: string) => {
  const fetch: ApiFetch = (path, init) =>
    path.startsWith(cut ?? ' ') ? Promise.reject(new TypeError('cut')) : who.fetch(path, init)
  const context = { get: () => ({ fetch, nonce: '', publicUrl: '' }) }
  return loader({ context, url: new URL(`http://localhost:3000/dashboard${search}`) })
}

test('opening the dashboard signed out leads to the sign-in page, and signing in leads back to the dashboard', async () => {
  const thrown = await visit(testApp.anonymousUser(), '?type=show').catch((error: unknown) => error)
  assert.ok(thrown instanceof Response)
  assert.equal(thrown.headers.get('location'), '/login?next=%2Fdashboard%3Ftype%3Dshow')
})

test('the dashboard still shows the uploads if the profile fails to load, and vice versa', async (t) => {
  const ada = await testApp.signUpMember('ada')
  await createPublishedVideo(ada, { type: 'tv_show' })
  const whole = await visit(ada, '?type=show')
  assert.deepEqual(
    [whole.first?.items.length, whole.first?.counts, whole.profile?.username],
    [1, { tv_show: 1 }, 'ada'],
  )

  const noProfile = await visit(ada, '', '/api/me/profile')
  assert.deepEqual([noProfile.first?.items.length, noProfile.profile], [1, null])

  const logError = t.mock.method(log, 'error', () => {})
  await sql`alter table streams rename to streams_gone`.execute(db)
  const noUploads = await visit(ada)
  assert.deepEqual([noUploads.first, noUploads.profile?.username], [null, 'ada'])
  await sql`alter table streams_gone rename to streams`.execute(db)
  assert.equal(logError.mock.callCount(), 1)
})
