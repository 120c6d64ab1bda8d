import { getChart } from '#contract/charts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { getSearch, getSuggestions } from '#contract/search.ts'
import { findParts } from '#server/discovery/sitemap.ts'
import type { Person } from '#tests/support/house.ts'
import type { Cast } from './cast.ts'
import { asks, type Question, quick, stays } from './question.ts'

type Wanted = InputOf<typeof getSearch>['query']
const search = (who: Person, q: string, more: Omit<Wanted, 'q'> = {}) =>
  who.call(getSearch, { query: { q, ...more } })

const words: readonly [what: string, word: (cast: Cast) => string, bars?: typeof quick][] = [
  ['a word of most', () => 'the'],
  ['a common word', () => 'summer'],
  ['two words', () => 'midnight guitar'],
  ['a rare word', ({ rare }) => rare],
  ['a typo of a common word', () => 'sumemr', quick],
  ['a typo of a word', () => 'skatebaord', quick],
  ['a typo of a rare word', ({ slip }) => slip, quick],
  ['a typo in two words', () => 'midnihgt gutiar', quick],
  ['a typo of a short word', () => 'lvoe', quick],
  ['two words as one', () => 'midnightguitar', quick],
  ['one word as two', () => 'skate board', quick],
  ['nothing fits', () => 'qzxwvkj', quick],
]

const searches: readonly Question[] = [
  ...words.map(([what, word, bars]) =>
    asks(`search: ${what}`, (cast) => search(cast.nobody, word(cast)), bars),
  ),
  ...words.map(([what, word, bars]) =>
    asks(`search: ${what}, member`, (cast) => search(cast.member, word(cast)), bars),
  ),
  asks('search: an emoji', ({ nobody }) => search(nobody, '🎸')),
  asks('search: a common word, most liked', ({ member }) => search(member, 'summer', { sort: 'likes' })),
  asks('search: a common word, newest, tenth page', ({ member }) =>
    search(member, 'summer', { sort: 'newest', page: 10 }),
  ),
  asks('search: narrowed', ({ member }) =>
    search(member, 'summer', { type: 'movie', genre: 'drama', length: 'long', date: 'year' }),
  ),
  asks('search: people, a common name', ({ member }) => search(member, 'mika', { type: 'creator' })),
  asks('search: people, a whole name', ({ nobody, starName }) =>
    search(nobody, starName, { type: 'creator' }),
  ),
  asks('search: people, a typo', ({ nobody }) => search(nobody, 'mraisol', { type: 'creator' }), quick),
]

const suggest = (who: Person, q: string) => who.call(getSuggestions, { query: { q } })
const suggestions: readonly Question[] = [
  ...['s', 'su', 'summer da', 'mika', 'the', 'skatebaor', 'qzxw'].map((q) =>
    asks(`suggestions: ${q}`, ({ nobody }) => suggest(nobody, q), quick),
  ),
  asks('suggestions: summer, member', ({ member }) => suggest(member, 'summer'), quick),
  asks('suggestions: a rare word, member', ({ member, rare }) => suggest(member, rare), quick),
]

const chart = (who: Person, query: InputOf<typeof getChart>['query']) => who.call(getChart, { query })
const charts: readonly Question[] = [
  ...(['today', 'week', 'all'] as const).map((period) =>
    asks(`chart: ${period}, counted`, ({ nobody }) => chart(nobody, { period }), { isKept: true }),
  ),
  asks(
    'chart: week of stories, counted',
    ({ nobody }) => chart(nobody, { period: 'week', category: 'stories' }),
    { isKept: true },
  ),
  asks('chart: all of music, counted', ({ nobody }) => chart(nobody, { period: 'all', category: 'music' }), {
    isKept: true,
  }),
  asks('chart: week, kept', ({ member }) => chart(member, { period: 'week' }), stays),
]

export const finding: readonly Question[] = [
  ...searches,
  ...suggestions,
  ...charts,
  asks('sitemap: its parts, counted', () => findParts()),
  asks('sitemap: the first part', ({ nobody }) => nobody.fetch('/sitemap/videos.xml')),
]
