import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { updateContent } from '#contract/content/own-content.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { putSafetySetting } from '#contract/safety/safety-settings.ts'
import { clearFeedCache } from '#server/discovery/feeds/load-creator-feed.ts'
import { db } from '#server/platform/db/db.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

const site = 'https://bell.example'
const formats = ['rss', 'atom', 'podcast'] as const
let testApp: TestApp
let ada: TestUser
let bea: TestUser
before(async () => {
  testApp = await startTestApp({ env: { PUBLIC_URL: site } })
  ada = await testApp.signUpMember('feed_ada', 19)
  bea = await testApp.signUpMember('feed_bea', 17)
})
beforeEach(clearFeedCache)
after(() => testApp.close())

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false })
const get = (username: string, format: string, headers: Record<string, string> = {}) =>
  testApp.anonymousUser().fetch(`/feeds/${username}/${format}.xml`, { headers })
async function parseFeed(username: string, format: string) {
  clearFeedCache()
  const response = await get(username, format)
  assert.equal(response.status, 200)
  const text = await response.text()
  assert.equal(XMLValidator.validate(text), true)
  return { response, text, xml: parser.parse(text) }
}
const listOf = <T>(value: T | T[] | undefined): T[] => (value === undefined ? [] : ([value].flat() as T[]))

test('RSS lists the newest public videos of an adult creator', async () => {
  const older = await createPublishedVideo(ada, { title: 'First light', minutesAgo: 10 })
  const newer = await createPublishedVideo(ada, { title: 'Second light', description: 'At the harbour' })
  const { response, xml } = await parseFeed('feed_ada', 'rss')
  assert.equal(response.headers.get('content-type'), 'application/rss+xml; charset=utf-8')
  const { channel } = xml.rss
  assert.equal(xml.rss['@version'], '2.0')
  assert.equal(channel.link, `${site}/creator/feed_ada`)
  assert.deepEqual(channel['atom:link'], {
    '@rel': 'self',
    '@type': 'application/rss+xml',
    '@href': `${site}/feeds/feed_ada/rss.xml`,
  })
  const items = listOf<Record<string, unknown>>(channel.item)
  assert.deepEqual(
    items.map(({ title, link }) => [title, link]),
    [
      ['Second light', `${site}/watch/${newer}`],
      ['First light', `${site}/watch/${older}`],
    ],
  )
  assert.deepEqual(items[0]!['guid'], { '#text': `${site}/watch/${newer}`, '@isPermaLink': 'true' })
  assert.equal(items[0]!['description'], 'At the harbour')
  assert.ok(Math.abs(Date.parse(String(items[0]!['pubDate'])) - Date.now()) < 60_000)
})

test('Atom has the required elements, and its ids do not change with the username', async () => {
  const { response, xml } = await parseFeed('feed_ada', 'atom')
  assert.equal(response.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
  const { feed } = xml
  assert.equal(feed['@xmlns'], 'http://www.w3.org/2005/Atom')
  assert.equal(feed.id, `${site}/creator/id/${ada.id}`)
  assert.equal(feed.author.name, 'feed_ada')
  const entries = listOf<Record<string, unknown>>(feed.entry)
  assert.equal(entries.length, 2)
  for (const entry of [feed, ...entries])
    assert.ok(entry.id && entry.title && Date.parse(entry.updated), JSON.stringify(entry))
})

test('the podcast feed contains the stream of each video and the elements of Apple Podcasts', async () => {
  const { xml } = await parseFeed('feed_ada', 'podcast')
  const { channel } = xml.rss
  assert.equal(xml.rss['@xmlns:itunes'], 'http://www.itunes.com/dtds/podcast-1.0.dtd')
  for (const name of ['itunes:author', 'itunes:explicit', 'itunes:category', 'itunes:image'])
    assert.ok(channel[name], name)
  assert.equal(channel['itunes:category']['@text'], 'TV & Film')
  for (const item of listOf<Record<string, Record<string, string>>>(channel.item)) {
    assert.match(item['enclosure']!['@url']!, new RegExp(`^${site}/media/\\w+/master\\.m3u8$`))
    assert.equal(item['enclosure']!['@type'], 'application/vnd.apple.mpegurl')
    assert.match(String(item['itunes:duration']), /^\d+$/)
  }
})

test('text that people write cannot change the structure of a feed', async () => {
  const title = ']]>]]></title><script>"\'&amp; \u0007<!--'
  const id = await createPublishedVideo(ada, { title, description: '<b>bold</b>&nbsp;]]>' })
  for (const format of formats) {
    const { text } = await parseFeed('feed_ada', format)
    for (const part of ['<script', '<b>', '<!--', ']]>', '\u0007']) assert.ok(!text.includes(part), format)
    assert.ok(text.includes(id))
  }
  const { xml } = await parseFeed('feed_ada', 'rss')
  const [first] = listOf<Record<string, string>>(xml.rss.channel.item)
  assert.equal(first!['title'], title.replace('\u0007', ''))
  await db.deleteFrom('content').where('id', '=', id).execute()
})

test('feeds exist only for adults whose profile may be indexed, and otherwise look like unknown creators', async () => {
  const teenVideo = await createPublishedVideo(bea, { title: 'Teen song' })
  const bodyOf = async (username: string, format: string) => {
    const response = await get(username, format)
    assert.equal(response.status, 404, username)
    return (await response.text()).replace(/"requestId":"[^"]+"/, '')
  }
  for (const format of formats) {
    const never = await bodyOf('feed_nobody', format)
    assert.ok(!never.includes(teenVideo))
    assert.equal(await bodyOf('feed_bea', format), never)
    assert.equal(await bodyOf('x%00y', format), never)
  }
  const cleo = await testApp.signUpMember('feed_cleo', 18)
  await createPublishedVideo(cleo)
  await parseFeed('feed_cleo', 'rss')
  await cleo.call(putSafetySetting, { params: { setting: 'outside' }, body: { value: 'never' } })
  clearFeedCache()
  await bodyOf('feed_cleo', 'rss')
  const dana = await testApp.signUpMember('feed_dana', 18)
  await parseFeed('feed_dana', 'rss')
  await dana.call(updateProfile, { body: { is_private: true } })
  clearFeedCache()
  await bodyOf('feed_dana', 'rss')
})

test('hidden, unlisted, held and 16+ videos are not in feeds, and a video that is hidden disappears', async () => {
  const eve = await testApp.signUpMember('feed_eve', 19)
  for (const fields of [
    { visibility: 'only_me' },
    { visibility: 'unlisted' },
    { visibility: 'followers' },
    { moderation: 'held' },
    { moderation: 'removed' },
    { status: 'processing' },
  ] as const)
    await createPublishedVideo(eve, fields)
  const rated = await createPublishedVideo(eve)
  await db.updateTable('content').set({ rating: '16' }).where('id', '=', rated).execute()
  const shown = await createPublishedVideo(eve)
  const idsIn = async (format: string) =>
    (await parseFeed('feed_eve', format)).text.match(/\/watch\/[0-9a-f-]{36}/g) ?? []
  for (const format of formats) assert.deepEqual([...new Set(await idsIn(format))], [`/watch/${shown}`])
  clearFeedCache()
  const shownFeed = await get('feed_eve', 'rss')
  await eve.call(updateContent, { params: { id: shown }, body: { visibility: 'only_me' } })
  for (const format of formats) assert.deepEqual(await idsIn(format), [])
  clearFeedCache()
  const laterFeed = await get('feed_eve', 'rss', {
    'if-none-match': shownFeed.headers.get('etag')!,
    'if-modified-since': new Date(Date.now() + 60_000).toUTCString(),
  })
  assert.equal(laterFeed.status, 200, 'readers must learn that the video is gone')
})

test('an unchanged feed is not sent again, and shared caches keep feeds for seconds', async () => {
  const first = await get('feed_ada', 'rss')
  assert.match(first.headers.get('cache-control')!, /^public, max-age=([1-9]|10)$/)
  assert.ok(Date.parse(first.headers.get('last-modified')!))
  assert.equal(first.headers.get('set-cookie'), null)
  const again = await get('FEED_ada', 'rss', { 'if-none-match': first.headers.get('etag')! })
  assert.equal(again.status, 304)
  assert.equal(await again.text(), '')
})
