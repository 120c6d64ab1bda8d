import { categoryNames } from '#contract/categories.ts'
import { getClaims } from '#contract/claims.ts'
import { listComments } from '#contract/comments.ts'
import * as categoryPages from '#contract/category-pages.ts'
import * as content from '#contract/content.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { getGenre } from '#contract/genre-page.ts'
import { getProfile, getProfileById } from '#contract/profiles.ts'
import type { Person } from '#tests/support/house.ts'
import { asks, type Question, stays, tenth } from './question.ts'

type Wanted = InputOf<typeof content.listContent>['query']
const list = (who: Person, query: Wanted) => who.call(content.listContent, { query })
const page = (who: Person, category: (typeof categoryNames)[number]) =>
  who.call(categoryPages.getCategory, { params: { category } })
const genre = (who: Person, name: string, query: InputOf<typeof getGenre>['query']) =>
  who.call(getGenre, { params: { genre: name }, query })
const music = { content_type: 'music_video', limit: 12 } as const

export const lists: readonly Question[] = [
  asks('newest 12 of a type', ({ nobody }) => list(nobody, music), stays),
  asks('newest 12 of a type, member', ({ member }) => list(member, music), stays),
  asks('newest of all', ({ nobody }) => list(nobody, {}), stays),
  asks('newest of all, member', ({ member }) => list(member, {}), stays),
  asks(
    'newest of all, tenth page',
    tenth(({ nobody }, cursor) => list(nobody, { cursor })),
    stays,
  ),
  asks('of a genre', ({ nobody }) => list(nobody, { genre: 'comedy' }), stays),
  asks('of a genre, member', ({ member }) => list(member, { genre: 'comedy' }), stays),
  asks('of a genre and type', ({ nobody }) => list(nobody, { genre: 'sci', content_type: 'movie' }), stays),
  asks('of a genre that nothing has', ({ nobody }) => list(nobody, { genre: 'polka' }), stays),
  asks('of the busiest creator', ({ nobody, star }) => list(nobody, { creator: star.id }), stays),
  asks('of the busiest creator, member', ({ member, star }) => list(member, { creator: star.id }), stays),
  asks(
    'of the busiest creator, tenth page',
    tenth(({ nobody, star }, cursor) => list(nobody, { creator: star.id, cursor })),
  ),
  asks('of a few one follows', ({ member }) => list(member, { followed: 'true' }), stays),
  asks('of many one follows', ({ fan }) => list(fan, { followed: 'true' })),
  ...categoryNames.flatMap((name) => [
    asks(`page of ${name}`, ({ nobody }) => page(nobody, name), stays),
    asks(`page of ${name}, member`, ({ member }) => page(member, name), stays),
  ]),
  asks('page of music, of the busiest creator', ({ star }) => page(star, 'music')),
  asks('video of the week', ({ nobody }) => nobody.call(categoryPages.getSpotlight, {}), stays),
  asks('video of the week, member', ({ member }) => member.call(categoryPages.getSpotlight, {}), stays),
  asks('genre page', ({ nobody }) => genre(nobody, 'comedy', {}), stays),
  asks('genre page, movies', ({ nobody }) => genre(nobody, 'sci-fi', { show: 'movies' }), stays),
  asks('genre page, series, member', ({ member }) => genre(member, 'news', { show: 'series' }), stays),
  asks('genre page, new', ({ nobody }) => genre(nobody, 'magic', { show: 'new' }), stays),
  asks('genre page, nothing there', ({ nobody }) => genre(nobody, 'polka', {}), stays),
  asks('one’s own uploads, most', ({ star }) => star.call(content.listOwnContent, { query: {} })),
  asks('one’s own uploads, none', ({ member }) => member.call(content.listOwnContent, { query: {} }), stays),
  asks('claims of the home page', ({ nobody }) => nobody.call(getClaims, {}), { isKept: true }),
]

const item = (who: Person, id: string) => who.call(content.getContent, { params: { id } })
const related = (who: Person, id: string) => who.call(content.getRelated, { params: { id } })
const comments = (who: Person, id: string, cursor?: string) =>
  who.call(listComments, { params: { id }, query: { cursor } })

export const items: readonly Question[] = [
  asks('one item', ({ nobody, plain }) => item(nobody, plain), stays),
  asks('one item, member', ({ member, plain }) => item(member, plain), stays),
  asks('one item, popular', ({ member, popular }) => item(member, popular), stays),
  asks(
    'one item, embedded',
    ({ nobody, playback }) => nobody.call(content.getEmbed, { params: { playback_id: playback } }),
    stays,
  ),
  asks('related', ({ nobody, plain }) => related(nobody, plain), stays),
  asks('related, member', ({ member, plain }) => related(member, plain), stays),
  asks('comments of a plain item', ({ nobody, plain }) => comments(nobody, plain), stays),
  asks('comments of a popular item', ({ nobody, popular }) => comments(nobody, popular), stays),
  asks('comments of a popular item, member', ({ member, popular }) => comments(member, popular), stays),
  asks(
    'comments of a popular item, tenth page',
    tenth(({ member, popular }, cursor) => comments(member, popular, cursor)),
  ),
  asks('comments of an item without', ({ member, quiet }) => comments(member, quiet), stays),
  asks(
    'profile by name',
    ({ nobody, starName }) => nobody.call(getProfile, { params: { username: starName } }),
    stays,
  ),
  asks(
    'profile by id, member',
    ({ member, star }) => member.call(getProfileById, { params: { id: star.id } }),
    stays,
  ),
]
