import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { postComment } from '#contract/engagement/comments.ts'
import { getContent, getEmbed } from '#contract/content/content.ts'
import { putSafetySetting } from '#contract/safety/safety-settings.ts'
import { getProfile, updateProfile } from '#contract/people/profiles.ts'
import { findSitemapParts, serveVideosSitemap } from '#server/discovery/seo/sitemap.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const site = 'https://bell.example'
let testApp: TestApp
let ada: TestUser
let bea: TestUser
let cleo: TestUser

before(async () => {
  testApp = await startTestApp({ env: { PUBLIC_URL: site } })
  ada = await testApp.signUpMember('ada', 18)
  bea = await testApp.signUpMember('bea', 17)
  cleo = await testApp.signUpMember('cleo', 13)
})
after(() => testApp.close())

const get = (path: string) => testApp.anonymousUser().fetch(path)
const oembed = (address: string, more = '') => get(`/oembed?url=${encodeURIComponent(address)}${more}`)
async function videosInSitemap(): Promise<string[]> {
  const text = await (await get('/sitemap/videos.xml')).text()
  return text.match(/[0-9a-f-]{36}/g) ?? []
}

test('content is indexable only if everybody can find it and its owner is 18 or 19', async () => {
  const stranger = testApp.anonymousUser()
  const indexable = async (id: string) => (await stranger.call(getContent, { params: { id } })).indexable
  const open = await createPublishedVideo(ada)
  assert.equal(await indexable(open), true)
  assert.equal(await indexable(await createPublishedVideo(ada, { moderation: 'limited' })), false)
  assert.equal(await indexable(await createPublishedVideo(bea)), false)
  assert.equal(await indexable(await createPublishedVideo(cleo)), false)
  const owns = await createPublishedVideo(ada, { visibility: 'only_me' })
  assert.equal((await ada.call(getContent, { params: { id: owns } })).indexable, false)
  assert.deepEqual(await videosInSitemap(), [open])
})

test('content published before its owner turned 18 is indexable only if the owner allows it', async () => {
  const video = await createPublishedVideo(bea)
  const declared = (years: string) =>
    db.updateTable('private_details').set({ age_declared_on: years }).where('user_id', '=', bea.id).execute()
  await declared('2025-01-01')
  assert.ok(!(await videosInSitemap()).includes(video), 'growing up publishes nothing')
  const say = (value: string) =>
    bea.call(putSafetySetting, { params: { setting: 'outside' }, body: { value, confirmed: true } })
  await say('on')
  assert.ok((await videosInSitemap()).includes(video))
  await declared(new Date().toISOString().slice(0, 10))
  assert.ok(!(await videosInSitemap()).includes(video))
  const dora = await testApp.signUpMember('dora', 19)
  const other = await createPublishedVideo(dora)
  assert.ok((await videosInSitemap()).includes(other))
  await dora.call(putSafetySetting, { params: { setting: 'outside' }, body: { value: 'never' } })
  assert.ok(!(await videosInSitemap()).includes(other))
  await dora.call(putSafetySetting, {
    params: { setting: 'outside' },
    body: { value: 'on', confirmed: true },
  })
  await db.deleteFrom('private_details').where('user_id', '=', dora.id).execute()
  assert.ok(!(await videosInSitemap()).includes(other))
})

test('on indexable pages, search engines see only comments by adults', async () => {
  const id = await createPublishedVideo(ada)
  const post = (who: TestUser, body: string) => who.call(postComment, { params: { id }, body: { body } })
  const liz = await testApp.signUpMember('liz', 19)
  for (const who of [ada, bea, cleo, liz]) await post(who, who.name)
  await liz.call(putSafetySetting, { params: { setting: 'outside' }, body: { value: 'never' } })
  const read = async (agent: string) => {
    const response = await testApp
      .anonymousUser()
      .fetch(`/api/content/${id}/comments`, { headers: { 'user-agent': agent } })
    const { items } = (await response.json()) as { items: { body: string }[] }
    return items.map(({ body }) => body)
  }
  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  assert.deepEqual(await read(googlebot), ['ada'])
  assert.deepEqual(await read('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'), ['liz', 'cleo', 'bea', 'ada'])
})

test('a profile page is indexable only if it is public and its owner is an adult', async () => {
  const indexable = async (username: string) =>
    (await testApp.anonymousUser().call(getProfile, { params: { username } })).indexable
  const eve = await testApp.signUpMember('eve', 18)
  assert.equal(await indexable('eve'), true)
  assert.equal(await indexable('bea'), false)
  const video = await createPublishedVideo(eve)
  await eve.call(updateProfile, { body: { is_private: true } })
  assert.equal(await indexable('eve'), false)
  assert.ok(!(await videosInSitemap()).includes(video))
})

test('oEmbed accepts both the page URL and the player URL of a video', async () => {
  const id = await createPublishedVideo(ada, { title: 'A "loud" <song>' })
  const { playback_id } = await testApp.anonymousUser().call(getContent, { params: { id } })
  for (const address of [`${site}/watch/${id}`, `${site}/watch/${id}?t=4`, `${site}/embed/${playback_id}`]) {
    const response = await oembed(address, '&format=json&maxwidth=640')
    assert.equal(response.status, 200)
    const result = (await response.json()) as Record<string, string | number>
    assert.equal(result['version'], '1.0')
    assert.equal(result['type'], 'video')
    assert.equal(result['title'], 'A "loud" <song>')
    assert.equal(result['author_url'], `${site}/creator/ada`)
    assert.deepEqual([result['width'], result['height']], [640, 360])
    assert.match(String(result['html']), new RegExp(`^<iframe src="${site}/embed/${playback_id}" `))
    assert.doesNotMatch(String(result['html']), /<song>|"A "/)
  }
})

test('oEmbed returns the same 404 for a hidden video, a minor’s video and a nonexistent video', async () => {
  const bodyOf = async (address: string) => {
    const response = await oembed(address)
    assert.equal(response.status, 404, address)
    const { error } = (await response.json()) as { error: unknown }
    return JSON.stringify(error)
  }
  const never = await bodyOf(`${site}/watch/01890000-0000-7000-8000-000000000000`)
  const hidden = [
    await createPublishedVideo(ada, { visibility: 'only_me' }),
    await createPublishedVideo(ada, { moderation: 'held' }),
    await createPublishedVideo(ada, { status: 'processing' }),
    await createPublishedVideo(bea),
    await createPublishedVideo(cleo),
  ]
  for (const id of hidden) assert.equal(await bodyOf(`${site}/watch/${id}`), never)
  const known = await createPublishedVideo(ada)
  for (const address of [
    `https://evil.example/watch/${known}`,
    `${site}/about`,
    'no address',
    `${site}/watch/1`,
  ])
    assert.equal(await bodyOf(address), never)
  assert.equal((await oembed(`${site}/watch/${known}`, '&format=xml')).status, 501)
})

test('the sitemap lists each video once and is split into several files if there are many videos', async () => {
  await Promise.all(Array.from({ length: 7 }, (_, at) => createPublishedVideo(ada, { minutesAgo: at })))
  const all = await videosInSitemap()
  const found = await findSitemapParts(3)
  assert.ok(found.length > all.length / 3)
  const parts = await Promise.all(found.map(async (part) => (await serveVideosSitemap(part, 3)).text()))
  const listed = parts.flatMap((part) => part.match(/watch\/[0-9a-f-]{36}/g) ?? [])
  assert.equal(listed.length, all.length)
  assert.equal(new Set(listed).size, all.length)
  const index = await (await get('/sitemap.xml')).text()
  assert.match(index, /<loc>https:\/\/bell\.example\/sitemap\/pages\.xml<\/loc>/)
  assert.match(index, /<loc>https:\/\/bell\.example\/sitemap\/videos\.xml<\/loc>/)
})

test('robots.txt names the sitemap and lets crawlers read pages that have noindex', async () => {
  const text = await (await get('/robots.txt')).text()
  assert.match(text, /^Sitemap: https:\/\/bell\.example\/sitemap\.xml$/m)
  assert.match(text, /^Disallow: \/api\/$/m)
  assert.doesNotMatch(text, /Disallow: \/(watch|creator|search)/)
})

test('other sites can embed only indexable videos', async () => {
  const videos = [await createPublishedVideo(ada), await createPublishedVideo(cleo)]
  const result = await Promise.all(
    videos.map(async (id) => {
      const { playback_id } = await testApp.anonymousUser().call(getContent, { params: { id } })
      return testApp.anonymousUser().call(getEmbed, { params: { playback_id: playback_id! } })
    }),
  )
  assert.deepEqual(
    result.map(({ indexable }) => indexable),
    [true, false],
  )
})

test('an image appears in image search only if its page is indexable', async () => {
  const robotsOf = async (owner: TestUser) => {
    const id = await createPublishedVideo(owner)
    const { playback_id } = await testApp.anonymousUser().call(getContent, { params: { id } })
    await storage.putBytes(`media/${playback_id}/1/poster.webp`, Buffer.from('picture'))
    const response = await get(`/media/${playback_id}/1/poster.webp`)
    assert.equal(response.status, 200)
    return response.headers.get('x-robots-tag')
  }
  assert.equal(await robotsOf(ada), null)
  assert.equal(await robotsOf(cleo), 'noindex')
})
