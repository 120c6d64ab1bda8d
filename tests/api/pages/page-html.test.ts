/* Tests the server-rendered HTML before any script runs, and the files that are served with the HTML. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { updateProfile } from '#contract/people/profiles.ts'
import { issueEmailToken } from '#server/auth/email-tokens.ts'
import { transaction } from '#server/platform/db/db.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import {
  getTestCredentials,
  validPassword,
  type TestApp,
  startTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'

let testApp: TestApp
let vera: TestUser
before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
  vera = await testApp.signUpMember('vera', 18)
})
after(() => testApp.close())

const htmlOf = async (who: TestUser, path: string) => (await who.fetch(path)).text()

test('password fields are masked and work with password managers', async () => {
  const token = (purpose: Parameters<typeof issueEmailToken>[1]) =>
    transaction((tx) => issueEmailToken(tx, purpose, vera.id, 1))
  const confirmPage = `/confirm-email?token=${await token('confirm-email')}`
  const fields = [
    ['/login', 'current-password'],
    ['/signup', 'new-password'],
    [`/reset-password?token=${await token('reset-password')}`, 'new-password'],
    [confirmPage, 'current-password'],
    [`${confirmPage}&new=1`, 'new-password'],
  ] as const
  for (const [path, holds] of fields) {
    const inputs =
      (await htmlOf(testApp.anonymousUser(), path)).match(/<input[^>]*name="(?:new_)?password"[^>]*>/gi) ?? []
    assert.ok(inputs.length > 0, path)
    for (const input of inputs) {
      assert.match(input, /type="password"/i, path)
      assert.match(input, new RegExp(`autocomplete="${holds}"`, 'i'), path)
      assert.doesNotMatch(input, /onpaste|readonly|maxlength/i, path)
    }
  }
})

test('a return path may contain any characters without causing an error', async () => {
  const ways = ['/search?q=\u{65E5}\u{672C}', '/search?q=caf\u00E9', '/genre/\u{1F3B8}', '/search?q=\uD800']
  for (const next of ways) {
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const body = new URLSearchParams({ email: getTestCredentials('vera').email, password: validPassword })
    const path = `/login?${new URLSearchParams({ next })}`
    const response = await testApp.anonymousUser().fetch(path, { ...form, body })
    assert.equal(response.status, 302, next)
    const there = new URL(response.headers.get('location')!, 'https://site.example')
    assert.equal(decodeURI(there.pathname + there.search), next.toWellFormed())
  }
})

test('an emailed link with a malformed token shows the page for invalid links', async () => {
  const url = (path: string, token: string) =>
    testApp.anonymousUser().fetch(`${path}?${new URLSearchParams({ token })}`)
  for (const path of ['/login/link', '/confirm-email', '/reset-password'])
    for (const token of ['\0', 'x'.repeat(5000), '\uD800'])
      assert.ok((await url(path, token)).status < 500, `${path} ${JSON.stringify(token.slice(0, 9))}`)
})

test('user text is escaped in pages', async () => {
  const nasty = `"'></script><script>alert(1)</script><img src=x onerror=alert(1)> {{1111*1111}} \${1111*1111}`
  const video = await createPublishedVideo(vera, { title: nasty, description: nasty })
  await vera.call(updateProfile, {
    body: { display_name_mode: 'full_name', display_name: nasty.slice(0, 90), bio: nasty, anyway: true },
  })
  for (const path of [`/watch/${video}`, '/creator/vera', `/search?q=${encodeURIComponent(nasty)}`]) {
    const html = await htmlOf(testApp.anonymousUser(), path)
    assert.match(html, /alert\(1\)/, `${path} does not show it`)
    assert.doesNotMatch(html, /<script>alert|<img src=x|"'>/, path)
    assert.doesNotMatch(html, /1234321/, path)
    for (const [, json] of html.matchAll(/<script[^>]*application\/ld\+json[^>]*>([^]*?)<\/script>/g))
      assert.ok(JSON.parse(json!))
  }
})

test('pages for signed-in users are never cached, and every script tag has the nonce from the CSP header', async () => {
  const page = await vera.fetch('/dashboard')
  assert.equal(page.headers.get('cache-control'), 'private, no-store')
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy')!)![1]!
  const scripts = (await page.text()).match(/<script\b[^>]*>/g) ?? []
  assert.ok(scripts.length > 0)
  for (const script of scripts)
    if (!script.includes('ld+json')) assert.ok(script.includes(`nonce="${nonce}"`), script)
  assert.equal((await testApp.anonymousUser().fetch('/')).headers.get('cache-control'), 'private, no-cache')
  const other = /'nonce-([^']+)'/.exec(
    (await vera.fetch('/dashboard')).headers.get('content-security-policy')!,
  )![1]
  assert.notEqual(other, nonce)
})

test('no request path returns source files, configuration files or directory listings', async () => {
  const hidden = [
    '.git/HEAD',
    '.git/config',
    '.env',
    'package.json',
    'package-lock.json',
    'server/main.ts',
    'data/mail',
  ]
  const tricks = [
    'assets/',
    'assets',
    'logos/',
    'assets/..%2f..%2f..%2fpackage.json',
    '..%2fserver%2findex.js',
    '.vite/manifest.json',
  ]
  for (const path of [...hidden, ...tricks]) {
    const response = await testApp.anonymousUser().fetch(`/${path}`)
    const body = await response.text()
    assert.notEqual(response.status, 200, path)
    assert.doesNotMatch(
      body,
      /"dependencies"|ref: refs\/|\[core\]|createRequestHandler|Index of|<pre><a href/,
      path,
    )
  }
})

test('prefetched page data is cached for three seconds for anonymous visitors, and never cached for members', async () => {
  const id = await createPublishedVideo(vera, { title: 'Pointed at' })
  const cacheControlOf = async (who: Pick<TestUser, 'fetch'>, ahead: boolean, path = `/watch/${id}.data`) => {
    const response = await who.fetch(path, { headers: ahead ? { 'sec-purpose': 'prefetch' } : {} })
    return response.headers.get('cache-control')
  }
  assert.equal(await cacheControlOf(testApp.anonymousUser(), true), 'private, max-age=3')
  assert.equal(await cacheControlOf(testApp.anonymousUser(), false), 'private, no-cache')
  assert.equal(await cacheControlOf(vera, true), 'private, no-store')
  assert.equal(
    await cacheControlOf(testApp.anonymousUser(), true, '/watch/01900000-0000-7000-8000-000000000000.data'),
    'private, no-cache',
  )
})

test('the HTML of a page has no external script tags or module preloads, and at most one image with high fetch priority', async () => {
  await createPublishedVideo(vera, { title: 'First of all' })
  for (const path of ['/', '/stories']) {
    const html = await htmlOf(testApp.anonymousUser(), path)
    assert.doesNotMatch(html, /<link[^>]*modulepreload|<script[^>]* (?:type="module"|src=)/, path)
    const files = /data-files="([^"]+)"/.exec(html)![1]!.split(' ')
    assert.ok(files.length > 5, path)
    const pictures = html.match(/<img\b[^>]*fetchpriority="high"[^>]*>/gi) ?? []
    assert.ok(pictures.length <= 1, `${path} has ${pictures.length} pictures that are before all others`)
  }
})
