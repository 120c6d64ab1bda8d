import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { createPlaylist } from '#contract/engagement/playlists.ts'
import { getUnreadCount } from '#contract/notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import {
  emitVideoReady,
  followWithNotifications,
  waitForNewVideoNotifications,
} from '#tests/support/app/new-video-notifications.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { createEpisode, createTestSeries } from '#tests/support/fixtures/series.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let vera: TestUser
before(async () => {
  testApp = await startTestApp({ working: true })
  await mountPages(testApp.app)
  vera = await testApp.signUpMember('vera', 18)
  await backdateAccounts(vera)
})
after(() => testApp.close())

const htmlOf = async (path: string, who = testApp.anonymousUser()) => (await who.fetch(path)).text()

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

test('lists of episodes declare the language of each title', async () => {
  const series = await createTestSeries(vera)
  await createEpisode(vera, series, 1, 1, { title: 'Parada', description: 'De noche', language: 'es' })
  const english = await createEpisode(vera, series, 1, 2, { title: 'Depot' })
  const seriesPage = await htmlOf(`/series/${series}`)
  assert.match(seriesPage, /<b class="list-name"[^>]* lang="es"[^>]*>Parada/)
  assert.match(seriesPage, /<span class="episode-text"[^>]* lang="es"[^>]*>De noche/)
  assert.match(seriesPage, /<b class="list-name" dir="auto">Depot/)
  assert.match(await htmlOf(`/watch/${english}`), /<b class="related-name" lang="es">Parada/)
})

test('playlists declare the language of each title', async () => {
  const content = await createPublishedVideo(vera, { title: 'Chanson', language: 'fr' })
  const { id } = await vera.call(createPlaylist, {
    body: { title: 'Evenings', visibility: 'public', content },
  })
  assert.match(await htmlOf(`/playlist/${id}`), /<b class="list-name"[^>]* lang="fr"[^>]*>Chanson/)
})

test('notifications declare the language of the title inside the sentence', async () => {
  const fan = await testApp.signUpMember('fan', 18)
  await emitVideoReady(await createPublishedVideo(vera, { title: 'Songs' }))
  await waitForNewVideoNotifications()
  await followWithNotifications(fan, vera)
  await emitVideoReady(await createPublishedVideo(vera, { title: 'Lieder', language: 'de' }))
  await waitForNewVideoNotifications()
  const title = '“<span lang="de" dir="auto">Lieder</span>”'
  await waitUntil(async () => (await vera.call(getUnreadCount, {})).unread >= 2)
  const ofCreator = await htmlOf('/notifications', vera)
  assert.ok(ofCreator.includes(`${title} is ready to watch`))
  assert.ok(ofCreator.includes('“Songs” is ready to watch'))
  assert.ok((await htmlOf('/notifications', fan)).includes(`New video from @vera: ${title}`))
})
