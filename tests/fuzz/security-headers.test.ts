import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import test, { after, before } from 'node:test'
import { apiRoutes } from '#server/app.ts'
import { config, loadConfig } from '#server/platform/config.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { pageRoutes as pages } from '#tests/support/fixtures/page-routes.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { commonTestClips } from '#tests/support/media/generated-clips.ts'
import { findMissingSecurityHeaders } from './fuzz-invariants.ts'

let cast: AccessFixtures
let visitors: TestUser[]
before(async () => {
  cast = await createAccessFixtures()
  await mountPages(cast.testApp.app)
  await storeRealVideo(cast.items.public.playbackId)
  visitors = [cast.actor('anonymous'), cast.actor('owner'), cast.actor('admin')]
})
after(() => cast.close())

/**
 * Stores a video with a single segment. The fixtures have no real media, so a download would fail without
 * this segment.
 */
async function storeRealVideo(playbackId: string): Promise<void> {
  const folder = `media/${playbackId}/1/240p`
  await storage.putBytes(`${folder}/init.mp4`, await readFile(await commonTestClips.small()))
  await storage.putBytes(`${folder}/seg_1.m4s`, Buffer.alloc(0))
}

/** Returns a route's URL, for an existing or a missing resource. */
function fillPath(path: string, isThere: boolean): string {
  const { id, playbackId, streamId } = cast.items.public
  const there: Record<string, string> = {
    id,
    streamId,
    playback_id: playbackId,
    playbackId,
    username: 'ada',
    category: 'music',
    genre: 'pop',
    genreName: 'pop',
    picture: 'cover',
    type: 'story',
    setting: 'profile',
    provider: 'google',
  }
  return path
    .replace(/[{:](\w+)\}?\??/g, (_, name: string) => (isThere ? (there[name] ?? 'x') : '%00'))
    .replace('*', isThere ? 'master.m3u8' : '..%2f')
}

async function fetchAs(who: TestUser, path: string, init: RequestInit = {}): Promise<Response> {
  const stop = new AbortController()
  const response = await who.fetch(path, { ...init, signal: stop.signal })
  const problems = findMissingSecurityHeaders(Object.fromEntries(response.headers), path)
  // Embeddable pages set their own framing policy. The embedded player of a nonexistent video must not be
  // frameable.
  assert.deepEqual(problems, [], `${init.method ?? 'GET'} ${path} ${response.status}`)
  assert.ok(response.status < 500 || path.startsWith('/oembed'), `${path} ${response.status}`)
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) stop.abort()
  else await response.arrayBuffer()
  return response
}

const isKeptByNobodyElse = (response: Response) =>
  /private|no-store/.test(response.headers.get('cache-control') ?? '')

test('every route sends the security headers, for supported and unsupported methods', async () => {
  let asked = 0
  for (const route of apiRoutes) {
    const path = route.kind === 'endpoint' ? route.endpoint.path : route.path
    const own = route.kind === 'endpoint' ? [route.endpoint.method] : route.methods
    const [anybody, owner, admin] = visitors as [TestUser, TestUser, TestUser]
    const asks = [anybody, path.startsWith('/api/mod/') ? admin : owner].flatMap((who) =>
      [true, false].flatMap((isThere) => own.map((method) => ({ who, isThere, method }))),
    )
    const wrong = ['HEAD', 'PROPFIND'].map((method) => ({ who: visitors[1]!, isThere: true, method }))
    for (const { who, isThere, method } of [...asks, ...wrong]) {
      // Only anonymous DELETE requests are sent, because later requests need the sessions and accounts of the
      // other visitors.
      if (method === 'DELETE' && who !== visitors[0]) continue
      const response = await fetchAs(who, fillPath(path, isThere), { method })
      if (route.kind === 'endpoint') assert.ok(isKeptByNobodyElse(response), `${method} ${path}`)
      asked += 1
    }
  }
  assert.ok(asked > 500, `${asked}`)
})

test('every page and file is served with the security headers, and shared caches store nothing personal', async () => {
  const found = pages.map(({ path = '' }) => `/${path}`)
  const [script] = readdirSync(new URL('../../build/client/assets/', import.meta.url)).filter((name) =>
    name.endsWith('.js'),
  )
  const media = `/media/${cast.items.public.playbackId}`
  const files = [
    `/assets/${script}`,
    '/assets/nothing.js',
    '/robots.txt',
    '/sitemap.xml',
    `${media}/1/poster.webp`,
    `${media}/thumbnail`,
  ]
  for (const who of visitors.slice(0, 2)) {
    for (const page of found) {
      const response = await fetchAs(who, fillPath(page, true))
      if (response.headers.get('content-type')?.startsWith('text/html'))
        assert.ok(isKeptByNobodyElse(response), page)
    }
    for (const file of files) await fetchAs(who, file)
    const form = {
      method: 'POST',
      body: 'x'.repeat(300_000),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    assert.equal((await fetchAs(who, '/login', form)).status, 413)
    assert.equal(
      (await fetchAs(who, '/login', { ...form, body: '{}', headers: { 'content-type': 'application/json' } }))
        .status,
      400,
    )
    assert.equal((await fetchAs(who, '/help', { method: 'PROPFIND' })).status, 405)
    assert.equal(
      (await fetchAs(who, '/api/uploads', { ...form, headers: { origin: 'https://evil.example' } })).status,
      403,
    )
  }
  assert.equal((await fetchAs(cast.actor('anonymous'), '/dashboard')).status, 302)
})

test('a downloaded video is sent with the security headers, and caches do not store it', async () => {
  const response = await fetchAs(cast.actor('owner'), `/api/content/${cast.items.public.id}/download`)
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.headers.get('cache-control')],
    [200, 'video/mp4', 'private, no-store'],
  )
})

test('other sites may load only the images of indexable content', async () => {
  const policy = async (name: 'public' | 'followers') =>
    (await fetchAs(cast.actor('owner'), `/media/${cast.items[name].playbackId}/1/poster.webp`)).headers.get(
      'cross-origin-resource-policy',
    )
  assert.equal(await policy('public'), 'cross-origin')
  assert.equal(await policy('followers'), 'same-origin')
})

test('no response repeats the host name from the request headers', async () => {
  const { id, playbackId } = cast.items.public
  const own = encodeURIComponent(`${config.publicUrl}/watch/${id}`)
  const lies = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'evil',
    'x-forwarded-server': 'evil.example',
    'x-original-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
  }
  for (const path of [
    '/',
    '/login',
    '/dashboard',
    `/watch/${id}`,
    `/embed/${playbackId}`,
    `/oembed?url=${own}`,
    '/sitemap.xml',
    '/sitemap/pages.xml',
    '/sitemap/videos.xml',
    '/robots.txt',
    '/api/session',
    '/api/openapi.json',
    '/manifest.webmanifest',
    '/nothing/here/',
  ]) {
    const response = await cast.testApp.app.request(
      new Request(`http://evil.example${path}`, { headers: lies }),
    )
    const told = JSON.stringify([...response.headers]) + (await response.text())
    assert.ok(!told.includes('evil.example'), path)
  }
})

test('a site served over HTTPS sends HSTS headers and __Host- cookies', async () => {
  const { publicUrl } = config
  try {
    loadConfig({ DATA_DIR: cast.testApp.dataDir, PUBLIC_URL: 'https://afterbell.example' })
    for (const path of ['/', '/api/session', '/api/nothing', '/healthz', '/assets/nothing.js'])
      assert.match(
        (await fetchAs(cast.actor('anonymous'), path)).headers.get('strict-transport-security')!,
        /max-age=31536000/,
      )
    const out = await fetchAs(cast.actor('anonymous'), '/api/session', { method: 'DELETE' })
    assert.match(
      out.headers.get('set-cookie')!,
      /^__Host-session=; .*Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
  } finally {
    loadConfig({ DATA_DIR: cast.testApp.dataDir, PUBLIC_URL: publicUrl })
  }
  const out = await fetchAs(cast.actor('anonymous'), '/api/session', { method: 'DELETE' })
  assert.match(out.headers.get('set-cookie')!, /^session=; .*HttpOnly; SameSite=Lax$/)
})
