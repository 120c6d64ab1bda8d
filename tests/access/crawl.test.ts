/*
 * Crawls the site as each actor, following every link in every response, and looks for canaries: words and
 * images that each belong to one resource. The test fails if an actor without access finds one of these words
 * or images. The test also fails if an actor with access does not find these words and images, because the
 * crawl itself is then broken.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiRoutes } from '#server/app.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { assertNoPersonalData } from './normalized-response.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type { AccessFixtures, FixtureItemKey } from '#tests/support/access-fixtures/fixture-types.ts'
import { generateUniqueWord } from '#tests/support/access-fixtures/unique-word.ts'
import {
  createCrawlCanaries,
  type CrawlActor,
  crawlingViewers,
  type CrawlCanary,
  getRelationshipToOwner,
} from './crawl-canaries.ts'
import { isSameImage, computeImageSignature } from './image-similarity.ts'
import { expectedVisibilityInLists } from './routes/expected-access.ts'

let cast: AccessFixtures
let canaries: CrawlCanary[]

before(async () => {
  cast = await createAccessFixtures({ CLAIM_VIDEOS: '0', PACE: '0' })
  await mountPages(cast.testApp.app)
  canaries = await createCrawlCanaries(cast)
})
after(() => cast.close())

let fetched = 0

for (const actor of crawlingViewers)
  test(`a crawl as ${actor} finds exactly what the actor may see`, async () => {
    const { found, onPages } = await crawl(actor)
    for (const { what, word, may, must } of canaries) {
      const where = found.get(what)
      assert.ok(!where || may(actor), `${what} stands in ${where} for ${actor}`)
      assert.ok(where || !must(actor), `${actor} did not find ${what}`)
      assert.ok(!word || onPages.has(what) || !must(actor), `${actor} saw ${what} on no page`)
    }
  })

test('the crawl visits more than 1,000 URLs', () => {
  const words = canaries.filter(({ word }) => word).length
  const pictures = canaries.length - words
  const responses = `${fetched.toLocaleString('en')} responses as ${crawlingViewers.length} people`
  console.log(`crawl: searched ${responses} for ${words} words and ${pictures} pictures`)
  assert.ok(fetched > 1000)
})

test('searching for the text of a hidden item returns the same results as searching for a made-up word', async () => {
  const never = generateUniqueWord()
  const paths = [
    '/api/search?q=',
    '/api/search/suggestions?q=',
    '/api/search?type=creator&q=',
    '/api/genres/',
  ]
  // Also searches in upper case and with a typo, because a spelling suggestion would reveal the hidden word.
  const typings = [
    (all: string) => all,
    (all: string) => all.slice(0, 6),
    (all: string) => `${all.slice(0, -1)}z`,
  ]
  for (const actor of crawlingViewers) {
    const who = cast.actor(actor)
    const response = async (path: string, asked: string) => {
      fetched += 1
      return (await textOf(who, path + asked)).replaceAll(asked, 'Q')
    }
    const hidden = Object.entries(cast.items)
      .filter(
        ([name, { owner }]) =>
          !expectedVisibilityInLists[name as FixtureItemKey].includes(getRelationshipToOwner(actor, owner)),
      )
      .flatMap(([name, { words }]) => words.map((word) => ({ name, word })))
    for (const path of paths)
      for (const typed of typings) {
        const none = await response(path, typed(never))
        for (let at = 0; at < hidden.length; at += 8)
          await Promise.all(
            hidden.slice(at, at + 8).map(async ({ name, word }) => {
              const real = await response(path, typed(word))
              assert.equal(real, none, `${path}${typed(word)} tells ${actor} of ${name}`)
            }),
          )
      }
  }
})

test('item counts include only items that the viewer can find', async () => {
  for (const actor of crawlingViewers) {
    const who = cast.actor(actor)
    const ofAda = Object.entries(cast.items).filter(
      ([name, { owner }]) =>
        owner === 'ada' && expectedVisibilityInLists[name as FixtureItemKey].includes(actor),
    )
    const hits = JSON.parse(await textOf(who, '/api/search?type=creator&q=ada')) as {
      creators: { username: string; videos: number }[]
    }
    const ada = hits.creators.find(({ username }) => username === 'ada')
    assert.equal(ada?.videos, actor === 'blocked' ? undefined : ofAda.length, `videos of ada, as ${actor}`)
    assert.ok(!hits.creators.some(({ username }) => ['susan', 'leo'].includes(username)))
    const { total } = JSON.parse(await textOf(who, '/api/search?q=zebrafish')) as { total: number }
    const all = Object.entries(cast.items).filter(([name, { owner }]) =>
      expectedVisibilityInLists[name as FixtureItemKey].includes(getRelationshipToOwner(actor, owner)),
    )
    assert.equal(total, all.length + 1, `matches, as ${actor}`)
    const related = JSON.parse(await textOf(who, `/api/content/${cast.publicItem.id}/related`)) as {
      items: unknown[]
    }
    assert.equal(related.items.length, all.length, `related, as ${actor}`)
  }
  const claims = JSON.parse(await textOf(cast.testApp.anonymousUser(), '/api/claims')) as { videos: string }
  assert.equal(claims.videos, '2', 'the public video and the plaza video')
})

interface Findings {
  /** The URL at which each canary was first found. */
  found: Map<string, string>
  /** The canaries that were found on a page, and not only in an API response. */
  onPages: Set<string>
}

async function crawl(actor: CrawlActor): Promise<Findings> {
  const who = cast.actor(actor)
  const found: Findings = { found: new Map(), onPages: new Set() }
  const seen = new Set<string>()
  let next = startPaths()
  while (next.length > 0) {
    // Feeds show every viewer what anonymous visitors see.
    const isRelevant = (path: string) => actor === 'anonymous' || !path.startsWith('/feeds/')
    const fresh = next.filter((path) => !seen.has(path) && isOurs(path) && isRelevant(path))
    for (const path of fresh) seen.add(path)
    const pages: string[][] = []
    // Sends four requests at a time. On a busy machine, more requests would only wait for each other.
    for (let at = 0; at < fresh.length; at += 4)
      pages.push(...(await Promise.all(fresh.slice(at, at + 4).map((path) => visit(who, path, found)))))
    next = [...new Set(pages.flat())]
  }
  fetched += seen.size
  return found
}

/**
 * Start URLs of the crawl: the public entry pages, and every GET route of the API with every ID in the
 * fixtures.
 */
function startPaths(): string[] {
  const paths = apiRoutes.flatMap((route) =>
    route.kind === 'endpoint'
      ? route.endpoint.method === 'GET'
        ? [route.endpoint.path]
        : []
      : route.methods.includes('GET')
        ? [route.path]
        : [],
  )
  const things = Object.values({ ...cast.items, plaza: cast.publicItem })
  const people = Object.values(cast.people)
  const ids = (name: string): string[] => {
    if (name === 'playback_id') return things.map(({ playbackId }) => playbackId)
    if (name === 'streamId') return things.map(({ streamId }) => streamId)
    if (name === 'username') return people.map(({ username }) => username)
    if (name === 'category') return ['shows']
    if (name === 'genre') return ['drama']
    if (name === 'tag') return ['zebrafish']
    if (name !== 'id') return []
    return [...things.flatMap(({ id, uploadId }) => [id, uploadId]), ...people.map(({ id }) => id)]
  }
  const filled = paths
    .filter((path) => !path.endsWith('*') && !path.endsWith('/events'))
    .flatMap((path) => {
      const [, name] = /[{:](\w+)\}?/.exec(path) ?? []
      return name ? ids(name).map((id) => path.replace(/[{:]\w+\}?/, id)) : [path]
    })
  const asked = [
    '/search?q=zebrafish',
    '/api/search?q=zebrafish',
    '/api/search/suggestions?q=zebra',
    '/genre/drama',
    '/tag/zebrafish',
  ]
  const pages = things.flatMap(({ id, playbackId }) => [
    `/watch/${id}`,
    `/embed/${playbackId}`,
    `/dashboard/edit/${id}`,
    `/dashboard/edit/${id}/captions/fr`,
  ])
  const profiles = people.flatMap(({ id, username }) => [`/creator/${username}`, `/creator/id/${id}`])
  return ['/', '/sitemap.xml', '/robots.txt', '/api/openapi.json', ...asked, ...pages, ...profiles, ...filled]
}

/**
 * URLs that the crawl skips: files that are the same for everybody, pages that change data, and the
 * development mailbox. Downloads are skipped because they need real videos.
 */
const skipped =
  /^\/(assets|logos|icons)\/|^\/(sign-out|language|dev\/mail|api\/dev\/mail|api\/auth\/|api\/session\/|favicon|icon|manifest|og\.)|\/(events|download)$|\.(css|js|png|svg|ico|woff2)$/
/** Static pages are the same for every viewer, so the crawl visits them once, signed out. */
const still =
  /^\/(about|careers|press|help|safety|contact|dmca|cookies|terms|privacy|login|signup|forgot-password|reset-password|api\/docs|api\/openapi)/

function isOurs(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !skipped.test(path)
}

async function visit(who: TestUser, path: string, { found, onPages }: Findings): Promise<string[]> {
  if (still.test(path) && who.name) return []
  const response = await who.fetch(path)
  assert.ok(response.status < 500, `${path} answers ${response.status} to ${who.name}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('image/')) {
    const look = await computeImageSignature(bytes)
    for (const canary of canaries)
      if (look && canary.look && isSameImage(look, canary.look) && !found.has(canary.what))
        found.set(canary.what, path)
    return []
  }
  const text = Buffer.from(bytes).toString(type.startsWith('video/') ? 'latin1' : 'utf8')
  const isPage = type.startsWith('text/html')
  for (const { what, word } of canaries) {
    if (!word || !`${text} ${response.headers.get('location')}`.includes(word)) continue
    if (!found.has(what)) found.set(what, path)
    if (isPage) onPages.add(what)
  }
  assertNoPersonalData(text, who.name)
  return linksIn(text, path, type)
}

/**
 * Returns every URL in a response body: in attributes, JSON, scripts, playlists, thumbnail tracks and
 * sitemaps.
 */
function linksIn(text: string, path: string, type: string): string[] {
  if (type.includes('mpegurl') || type.includes('vtt'))
    return text.split('\n').flatMap((line) => {
      const name = line.startsWith('#') ? /URI="([^"]+)"/.exec(line)?.[1] : /^\S+\.\w+/.exec(line)?.[0]
      return name ? [new URL(name, `http://localhost:3000${path}`).pathname] : []
    })
  const plain = text
    .replace(/nonce="[^"]*"/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('\\u0026', '&')
    .replaceAll('\\/', '/')
    .replaceAll('\\"', '"')
  const links = plain.matchAll(
    /(?<=["'>(\s,=]|http:\/\/localhost:3000)\/[A-Za-z0-9_][\w\-./%?=&;:~+]*|(?<=["'])\/(?=["'])/g,
  )
  // Removes the query string from links to the sign-in page: it contains the return path and differs on every
  // page.
  return [...links].map(([link]) => link.replace(/^(\/(?:login|signup))\?.*/, '$1'))
}

async function textOf(who: TestUser, path: string): Promise<string> {
  const response = await who.fetch(path)
  return (await response.text()).replace(/"(requestId|counted_at)":"[^"]*"/g, '')
}
