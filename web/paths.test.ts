import assert from 'node:assert/strict'
import test from 'node:test'
import { nextTricks } from '#tests/support/next-tricks.ts'
import { categoryAt, paths, safeNext } from './paths.ts'

test('eight paths and /browse are category pages, others are not', () => {
  for (const name of ['music', 'shows', 'stories', 'movies', 'tv-shows', 'talent', 'challenges', 'live'])
    assert.equal(categoryAt(`/${name}`), name)
  assert.equal(categoryAt('/tv-shows/'), 'tv-shows')
  assert.equal(categoryAt('/browse'), 'movies')
  assert.equal(categoryAt('/'), undefined)
  assert.equal(categoryAt('/musical'), undefined)
})

test('signing in leads back to a page of this site and nowhere else', () => {
  for (const page of ['/watch/1?t=2', '/creator/ada_1', '/search?q=%2F%2Fa', '/dashboard?type=show#settings'])
    assert.equal(safeNext(page), page)
  assert.ok(nextTricks.length >= 40)
  for (const trick of [...nextTricks, '', null, undefined]) {
    const led = safeNext(trick)
    assert.equal(led, paths.dashboard, JSON.stringify(trick))
    assert.equal(new URL(led, 'https://site.example').origin, 'https://site.example')
  }
  // What looks like a way out and is a page of ours, however a browser reads it.
  for (const odd of ['/a/..//evil.example', '/a/%2e%2e//evil.example', '/a@evil.example', '/a:b', '/a//evil'])
    assert.equal(new URL(safeNext(odd), 'https://site.example').origin, 'https://site.example', odd)
})

test('home is not worth remembering as the way back', () => {
  assert.equal(paths.login('/'), '/login')
  assert.equal(paths.login('/watch/1'), '/login?next=%2Fwatch%2F1')
})
