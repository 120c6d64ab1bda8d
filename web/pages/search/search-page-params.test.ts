import assert from 'node:assert/strict'
import test from 'node:test'
import { parseSearchPageParams, hasSearchFilters, buildSearchPath } from './search-page-params.ts'

const parseQuery = (query: string) => parseSearchPageParams(new URLSearchParams(query))

test('ignores unknown search filter values', () => {
  const { q, ...rest } = parseQuery('q=%20harbour%20&type=virus&genre=%25&length=9&date=then&sort=up&page=-3')
  assert.equal(q, 'harbour')
  assert.ok(Object.values(rest).every((value) => value === undefined))
})

test('when one search filter changes, keeps the other filters and returns to the first page', () => {
  const old = parseQuery('q=a%26b&type=movie&genre=R%26B&page=3')
  assert.equal(buildSearchPath(old, { sort: 'newest' }), '/search?q=a%26b&type=movie&genre=R%26B&sort=newest')
  assert.equal(buildSearchPath(old, { page: 4 }), '/search?q=a%26b&type=movie&genre=R%26B&page=4')
  assert.equal(buildSearchPath(old, { type: undefined, genre: undefined }), '/search?q=a%26b')
  assert.deepEqual([hasSearchFilters(old), hasSearchFilters(parseQuery('q=a&sort=likes'))], [true, false])
})
