import assert from 'node:assert/strict'
import test from 'node:test'
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
  assert.equal(safeNext('/watch/1?t=2'), '/watch/1?t=2')
  for (const trick of ['//evil', '/\\evil', 'https://evil', '/login', '/api/session', '', null, '/\tevil'])
    assert.equal(safeNext(trick), paths.dashboard, String(trick))
})

test('home is not worth remembering as the way back', () => {
  assert.equal(paths.login('/'), '/login')
  assert.equal(paths.login('/watch/1'), '/login?next=%2Fwatch%2F1')
})
