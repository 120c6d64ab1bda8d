/* Tests the server-rendered HTML of video rows, their "See all" pages, and tag pages. */
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { updateContent } from '#contract/content/own-content.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const testApp = await startTestApp()
after(() => testApp.close())
await mountPages(testApp.app)
const nobody = testApp.anonymousUser()
const ada = await testApp.signUpMember('ada')
const id = await createPublishedVideo(ada, { title: 'Rap', genre: 'hip-hop' })

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
const htmlOf = async (path: string, who: TestUser = nobody) => (await who.fetch(path)).text()
/** Returns the title and the "See all" path of each row on a page. */
const rowsOf = (html: string) =>
  html
    .split('<section class="row')
    .slice(1)
    .map((row) => [
      decode(/<h2[^>]*>([^<]*)/.exec(row)![1]!),
      /<span class="row-more"><a[^>]* href="([^"]*)"/.exec(row)?.[1],
    ])
const headingOf = (html: string) => decode(/<h1[^>]*>([^<]*)/.exec(html)![1]!)

test('every row of videos links to its complete list, which has the same title', async () => {
  const rows = [
    ...rowsOf(await htmlOf('/')),
    ...rowsOf(await htmlOf('/music')),
    ...rowsOf(await htmlOf('/music', ada)),
  ]
  assert.deepEqual([...new Set(rows.map(([title]) => title))].toSorted(), [
    'Hip-Hop & Rap',
    'My Music',
    'New on Afterbell',
    'Recently Added Music',
  ])
  for (const [title, path] of rows) {
    assert.ok(path, `${title} has a link`)
    const list = await htmlOf(path, ada)
    assert.equal(headingOf(list), title)
    assert.match(list, new RegExp(`/watch/${id}`))
  }
})

test('the page of a tag without videos is not indexed by search engines', async () => {
  assert.match(await htmlOf('/tag/unused'), /<meta name="robots" content="noindex"/)
  await ada.call(updateContent, { params: { id }, body: { tags: ['boom-bap'] } })
  const { status, headers } = await nobody.fetch('/tag/Boom%20Bap')
  assert.deepEqual([status, headers.get('location')], [301, '/tag/boom-bap'])
  const page = await htmlOf('/tag/boom-bap')
  assert.match(page, new RegExp(`/watch/${id}`))
  assert.match(await htmlOf(`/watch/${id}`), /href="\/tag\/boom-bap"/)
})

test('cached pages show new tags and chapters at once', async () => {
  await htmlOf('/tag/fresh')
  await htmlOf(`/watch/${id}`)
  const chapters = [0, 10, 20].map((seconds) => ({ seconds, title: `Part at ${seconds}` }))
  const body = { tags: ['fresh'], custom_chapters: chapters }
  await ada.call(updateContent, { params: { id }, body })
  assert.match(await htmlOf(`/watch/${id}`), /Part at 20/)
  assert.match(await htmlOf('/tag/fresh'), new RegExp(`/watch/${id}`))
})
