import assert from 'node:assert/strict'
import test from 'node:test'
import { askedOf, isFiltered, searchPath } from './asked.ts'

const asked = (query: string) => askedOf(new URLSearchParams(query))

test('an address nobody offers is still a search', () => {
  const { q, ...rest } = asked('q=%20harbour%20&type=virus&genre=%25&length=9&date=then&sort=up&page=-3')
  assert.equal(q, 'harbour')
  assert.ok(Object.values(rest).every((value) => value === undefined))
})

test('a changed filter keeps the others and begins at the first page', () => {
  const old = asked('q=a%26b&type=movie&genre=R%26B&page=3')
  assert.equal(searchPath(old, { sort: 'newest' }), '/search?q=a%26b&type=movie&genre=R%26B&sort=newest')
  assert.equal(searchPath(old, { page: 4 }), '/search?q=a%26b&type=movie&genre=R%26B&page=4')
  assert.equal(searchPath(old, { type: undefined, genre: undefined }), '/search?q=a%26b')
  assert.deepEqual([isFiltered(old), isFiltered(asked('q=a&sort=likes'))], [true, false])
})
