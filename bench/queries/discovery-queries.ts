import { getChart } from '#contract/discovery/charts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { getSearchResults, getSearchSuggestions } from '#contract/discovery/search.ts'
import { findSitemapParts } from '#server/discovery/seo/sitemap.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import type { QueryFixtures } from './query-fixtures.ts'
import { defineQuery, type BenchQuery, p95LatencyLimit, latencyGrowthLimit } from './bench-query.ts'

type Wanted = InputOf<typeof getSearchResults>['query']
const search = (who: TestUser, q: string, more: Omit<Wanted, 'q'> = {}) =>
  who.call(getSearchResults, { query: { q, ...more } })

const searchWords: readonly [
  what: string,
  word: (cast: QueryFixtures) => string,
  bars?: typeof p95LatencyLimit,
][] = [
  ['a word in most items', () => 'the'],
  ['a common word', () => 'summer'],
  ['two words', () => 'midnight guitar'],
  ['a rare word', ({ rareWord }) => rareWord],
  ['a typo of a common word', () => 'sumemr', p95LatencyLimit],
  ['a typo of a word', () => 'skatebaord', p95LatencyLimit],
  ['a typo of a rare word', ({ misspelledRareWord }) => misspelledRareWord, p95LatencyLimit],
  ['a typo in two words', () => 'midnihgt gutiar', p95LatencyLimit],
  ['a typo of a short word', () => 'lvoe', p95LatencyLimit],
  ['two words as one', () => 'midnightguitar', p95LatencyLimit],
  ['one word as two', () => 'skate board', p95LatencyLimit],
  ['no match', () => 'qzxwvkj', p95LatencyLimit],
]

const searches: readonly BenchQuery[] = [
  ...searchWords.map(([what, word, bars]) =>
    defineQuery(`search: ${what}`, (cast) => search(cast.anonymous, word(cast)), bars),
  ),
  ...searchWords.map(([what, word, bars]) =>
    defineQuery(`search: ${what}, member`, (cast) => search(cast.member, word(cast)), bars),
  ),
  defineQuery('search: an emoji', ({ anonymous }) => search(anonymous, '🎸')),
  defineQuery('search: a common word, most liked', ({ member }) =>
    search(member, 'summer', { sort: 'likes' }),
  ),
  defineQuery('search: a common word, newest, tenth page', ({ member }) =>
    search(member, 'summer', { sort: 'newest', page: 10 }),
  ),
  defineQuery('search: with all filters', ({ member }) =>
    search(member, 'summer', { type: 'movie', genre: 'drama', length: 'long', date: 'year' }),
  ),
  defineQuery('search: people, a common name', ({ member }) => search(member, 'mika', { type: 'creator' })),
  defineQuery('search: people, a full name', ({ anonymous, starName }) =>
    search(anonymous, starName, { type: 'creator' }),
  ),
  defineQuery(
    'search: people, a typo',
    ({ anonymous }) => search(anonymous, 'mraisol', { type: 'creator' }),
    p95LatencyLimit,
  ),
]

const suggest = (who: TestUser, q: string) => who.call(getSearchSuggestions, { query: { q } })
const suggestions: readonly BenchQuery[] = [
  ...['s', 'su', 'summer da', 'mika', 'the', 'skatebaor', 'qzxw'].map((q) =>
    defineQuery(`suggestions: ${q}`, ({ anonymous }) => suggest(anonymous, q), p95LatencyLimit),
  ),
  defineQuery('suggestions: summer, member', ({ member }) => suggest(member, 'summer'), p95LatencyLimit),
  defineQuery(
    'suggestions: a rare word, member',
    ({ member, rareWord }) => suggest(member, rareWord),
    p95LatencyLimit,
  ),
]

const chart = (who: TestUser, query: InputOf<typeof getChart>['query']) => who.call(getChart, { query })
const charts: readonly BenchQuery[] = [
  ...(['today', 'week', 'all'] as const).map((period) =>
    defineQuery(`chart: ${period}, not cached`, ({ anonymous }) => chart(anonymous, { period }), {
      isKept: true,
    }),
  ),
  defineQuery(
    'chart: week, stories, not cached',
    ({ anonymous }) => chart(anonymous, { period: 'week', category: 'stories' }),
    { isKept: true },
  ),
  defineQuery(
    'chart: all, music, not cached',
    ({ anonymous }) => chart(anonymous, { period: 'all', category: 'music' }),
    {
      isKept: true,
    },
  ),
  defineQuery('chart: week, cached', ({ member }) => chart(member, { period: 'week' }), latencyGrowthLimit),
]

export const discoveryQueries: readonly BenchQuery[] = [
  ...searches,
  ...suggestions,
  ...charts,
  defineQuery('sitemap: list of parts, not cached', () => findSitemapParts()),
  defineQuery('sitemap: first part', ({ anonymous }) => anonymous.fetch('/sitemap/videos.xml')),
]
