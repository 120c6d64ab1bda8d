import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let vera: TestUser
before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
  vera = await testApp.signUpMember('vera', 18)
  await backdateAccounts(vera)
})
after(() => testApp.close())

const htmlOf = async (path: string) => (await testApp.anonymousUser().fetch(path)).text()

test('pages declare the language of titles and descriptions until the creator removes it', async () => {
  const id = await createPublishedVideo(vera, {
    title: 'Canciones',
    description: 'De noche',
    language: 'es-MX',
  })
  const watchPage = await htmlOf(`/watch/${id}`)
  assert.match(watchPage, /<h1[^>]* lang="es-MX"[^>]*>Canciones/)
  assert.match(watchPage, /<p[^>]* lang="es-MX"[^>]*>De noche/)
  assert.match(watchPage, /"inLanguage":"es-MX"/)
  for (const path of ['/creator/vera', '/search?q=canciones'])
    assert.match(await htmlOf(path), /<a[^>]* lang="es-MX"[^>]*>(<mark>)?Canciones/, path)
  // Signed-out visitors get cached pages. Changing only the language of a video is enough to remove its page
  // from the cache.
  await db.updateTable('content').set({ language: null }).where('id', '=', id).execute()
  assert.doesNotMatch(await htmlOf(`/watch/${id}`), /lang="es-MX"|inLanguage/)
})
