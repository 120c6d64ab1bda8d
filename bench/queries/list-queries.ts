import { categoryNames } from '#contract/discovery/categories.ts'
import { getHomePageClaims } from '#contract/discovery/home-page-claims.ts'
import { listComments } from '#contract/engagement/comments.ts'
import * as categoryPages from '#contract/discovery/category-pages.ts'
import * as content from '#contract/content/content.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { getGenrePage } from '#contract/discovery/genre-pages.ts'
import { getProfile, getProfileById } from '#contract/people/profiles.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { defineQuery, type BenchQuery, sizeIndependentLimits, fetchTenthPage } from './bench-query.ts'

type Wanted = InputOf<typeof content.listContent>['query']
const list = (who: TestUser, query: Wanted) => who.call(content.listContent, { query })
const page = (who: TestUser, category: (typeof categoryNames)[number]) =>
  who.call(categoryPages.getCategory, { params: { category } })
const genre = (who: TestUser, name: string, query: InputOf<typeof getGenrePage>['query']) =>
  who.call(getGenrePage, { params: { genre: name }, query })
const music = { content_type: 'music_video', limit: 12 } as const

export const listQueries: readonly BenchQuery[] = [
  defineQuery('newest 12 of a type', ({ nobody }) => list(nobody, music), sizeIndependentLimits),
  defineQuery('newest 12 of a type, member', ({ member }) => list(member, music), sizeIndependentLimits),
  defineQuery('newest of all', ({ nobody }) => list(nobody, {}), sizeIndependentLimits),
  defineQuery('newest of all, member', ({ member }) => list(member, {}), sizeIndependentLimits),
  defineQuery(
    'newest of all, tenth page',
    fetchTenthPage(({ nobody }, cursor) => list(nobody, { cursor })),
    sizeIndependentLimits,
  ),
  defineQuery('newest of a genre', ({ nobody }) => list(nobody, { genre: 'comedy' }), sizeIndependentLimits),
  defineQuery(
    'newest of a genre, member',
    ({ member }) => list(member, { genre: 'comedy' }),
    sizeIndependentLimits,
  ),
  defineQuery(
    'newest of a genre and type',
    ({ nobody }) => list(nobody, { genre: 'sci', content_type: 'movie' }),
    sizeIndependentLimits,
  ),
  defineQuery(
    'newest of a genre without items',
    ({ nobody }) => list(nobody, { genre: 'polka' }),
    sizeIndependentLimits,
  ),
  defineQuery(
    'newest of the busiest creator',
    ({ nobody, star }) => list(nobody, { creator: star.id }),
    sizeIndependentLimits,
  ),
  defineQuery(
    'newest of the busiest creator, member',
    ({ member, star }) => list(member, { creator: star.id }),
    sizeIndependentLimits,
  ),
  defineQuery(
    'newest of the busiest creator, tenth page',
    fetchTenthPage(({ nobody, star }, cursor) => list(nobody, { creator: star.id, cursor })),
  ),
  defineQuery(
    'newest of a few followed creators',
    ({ member }) => list(member, { followed: 'true' }),
    sizeIndependentLimits,
  ),
  defineQuery('newest of many followed creators', ({ fan }) => list(fan, { followed: 'true' })),
  ...categoryNames.flatMap((name) => [
    defineQuery(`category page ${name}`, ({ nobody }) => page(nobody, name), sizeIndependentLimits),
    defineQuery(`category page ${name}, member`, ({ member }) => page(member, name), sizeIndependentLimits),
  ]),
  defineQuery('category page music, busiest creator', ({ star }) => page(star, 'music')),
  defineQuery(
    'video of the week',
    ({ nobody }) => nobody.call(categoryPages.getSpotlight, {}),
    sizeIndependentLimits,
  ),
  defineQuery(
    'video of the week, member',
    ({ member }) => member.call(categoryPages.getSpotlight, {}),
    sizeIndependentLimits,
  ),
  defineQuery('genre page', ({ nobody }) => genre(nobody, 'comedy', {}), sizeIndependentLimits),
  defineQuery(
    'genre page, movies',
    ({ nobody }) => genre(nobody, 'sci-fi', { show: 'movies' }),
    sizeIndependentLimits,
  ),
  defineQuery(
    'genre page, series, member',
    ({ member }) => genre(member, 'news', { show: 'series' }),
    sizeIndependentLimits,
  ),
  defineQuery(
    'genre page, new',
    ({ nobody }) => genre(nobody, 'magic', { show: 'new' }),
    sizeIndependentLimits,
  ),
  defineQuery('genre page without items', ({ nobody }) => genre(nobody, 'polka', {}), sizeIndependentLimits),
  defineQuery('own uploads, most', ({ star }) => star.call(content.listOwnContent, { query: {} })),
  defineQuery(
    'own uploads, none',
    ({ member }) => member.call(content.listOwnContent, { query: {} }),
    sizeIndependentLimits,
  ),
  defineQuery('home page claims', ({ nobody }) => nobody.call(getHomePageClaims, {}), {
    isKept: true,
  }),
]

const item = (who: TestUser, id: string) => who.call(content.getContent, { params: { id } })
const related = (who: TestUser, id: string) => who.call(content.getRelatedContent, { params: { id } })
const comments = (who: TestUser, id: string, cursor?: string) =>
  who.call(listComments, { params: { id }, query: { cursor } })

export const itemQueries: readonly BenchQuery[] = [
  defineQuery('one item', ({ nobody, plain }) => item(nobody, plain), sizeIndependentLimits),
  defineQuery('one item, member', ({ member, plain }) => item(member, plain), sizeIndependentLimits),
  defineQuery('one item, popular', ({ member, popular }) => item(member, popular), sizeIndependentLimits),
  defineQuery(
    'one item, embedded',
    ({ nobody, playback }) => nobody.call(content.getEmbed, { params: { playback_id: playback } }),
    sizeIndependentLimits,
  ),
  defineQuery('related', ({ nobody, plain }) => related(nobody, plain), sizeIndependentLimits),
  defineQuery('related, member', ({ member, plain }) => related(member, plain), sizeIndependentLimits),
  defineQuery(
    'comments of a plain item',
    ({ nobody, plain }) => comments(nobody, plain),
    sizeIndependentLimits,
  ),
  defineQuery(
    'comments of a popular item',
    ({ nobody, popular }) => comments(nobody, popular),
    sizeIndependentLimits,
  ),
  defineQuery(
    'comments of a popular item, member',
    ({ member, popular }) => comments(member, popular),
    sizeIndependentLimits,
  ),
  defineQuery(
    'comments of a popular item, tenth page',
    fetchTenthPage(({ member, popular }, cursor) => comments(member, popular, cursor)),
  ),
  defineQuery(
    'comments of an item without comments',
    ({ member, quiet }) => comments(member, quiet),
    sizeIndependentLimits,
  ),
  defineQuery(
    'profile by name',
    ({ nobody, starName }) => nobody.call(getProfile, { params: { username: starName } }),
    sizeIndependentLimits,
  ),
  defineQuery(
    'profile by id, member',
    ({ member, star }) => member.call(getProfileById, { params: { id: star.id } }),
    sizeIndependentLimits,
  ),
]
