import assert from 'node:assert/strict'
import test from 'node:test'
import { RedirectPath } from '#contract/accounts/accounts.ts'
import { openRedirectPayloads } from '#tests/support/fixtures/open-redirect-payloads.ts'
import { findCategoryByPath, pagePaths, sanitizeNextPath } from './paths.ts'

test('treats eight paths and /browse as category pages, and no others', () => {
  for (const name of ['music', 'shows', 'stories', 'movies', 'tv-shows', 'talent', 'challenges', 'live'])
    assert.equal(findCategoryByPath(`/${name}`), name)
  assert.equal(findCategoryByPath('/tv-shows/'), 'tv-shows')
  assert.equal(findCategoryByPath('/browse'), 'movies')
  assert.equal(findCategoryByPath('/'), undefined)
  assert.equal(findCategoryByPath('/musical'), undefined)
})

test('redirects only to pages of this site after signing in', () => {
  for (const page of ['/watch/1?t=2', '/creator/ada_1', '/search?q=%2F%2Fa', '/dashboard?type=show#settings'])
    assert.equal(sanitizeNextPath(page), page)
  assert.ok(openRedirectPayloads.length >= 40)
  for (const payload of [...openRedirectPayloads, '', null, undefined]) {
    const sanitized = sanitizeNextPath(payload)
    assert.equal(sanitized, pagePaths.dashboard, JSON.stringify(payload))
    assert.equal(new URL(sanitized, 'https://site.example').origin, 'https://site.example')
  }
  for (const path of [
    '/a/..//evil.example',
    '/a/../..//x',
    '/a/%2e%2e//evil.example',
    '/a/%2E%2e/b',
    '/a//evil',
    '/a/./b',
  ])
    assert.equal(sanitizeNextPath(path), pagePaths.dashboard, path)
  for (const path of ['/a%2f%2fevil.example', '/a%5Cevil', '/a/%09/evil', '/a\\b', '/a b'])
    assert.equal(sanitizeNextPath(path), pagePaths.dashboard, path)
  // These paths look like open redirects, but every browser stays on this site.
  for (const path of ['/a@evil.example', '/a:b', '/search?q=//evil/../', '/a..b', '/watch/1/'])
    assert.equal(new URL(sanitizeNextPath(path), 'https://site.example').origin, 'https://site.example', path)
  assert.equal(sanitizeNextPath('/search?q=//evil/../'), '/search?q=//evil/../')
  // Skip the payloads that lead to the sign-in pages or to the API, because `RedirectPath` accepts these
  // payloads.
  for (const payload of openRedirectPayloads.filter((one) => !/^\/(login|signup|api)/.test(one)))
    assert.ok(!RedirectPath.safeParse(payload).success, payload)
})

test('adds no return path to the sign-in URL for the home page or an overlong path', () => {
  assert.equal(pagePaths.signIn('/'), '/login')
  assert.equal(pagePaths.signIn('/watch/1'), '/login?next=%2Fwatch%2F1')
  assert.equal(
    pagePaths.signIn(`/dashboard?=${'('.repeat(9000)}`),
    '/login',
    'the redirect header would be too long for clients',
  )
})
