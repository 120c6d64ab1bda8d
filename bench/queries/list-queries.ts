import { categoryNames } from '#contract/discovery/categories.ts'
import { getMarketingClaims } from '#contract/discovery/marketing-claims.ts'
import { listComments } from '#contract/engagement/comments.ts'
import * as categoryPages from '#contract/discovery/category-pages.ts'
import * as content from '#contract/content/content.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { getGenrePage } from '#contract/discovery/genre-pages.ts'
import { getProfile, getProfileById } from '#contract/people/profiles.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { defineQuery, type BenchQuery, growthFactorLimit, fetchTenthPage } from './bench-query.ts'

type Wanted = InputOf<typeof content.listContent>['query']
const list = (who: TestUser, query: Wanted) => who.call(content.listContent, { query })
const page = (who: TestUser, category: (typeof categoryNames)[number]) =>
  who.call(categoryPages.getCategory, { params: { category } })
const genre = (who: TestUser, name: string, query: InputOf<typeof getGenrePage>['query']) =>
  who.call(getGenrePage, { params: { genre: name }, query })
const music = { content_type: 'music_video', limit: 12 } as const

export const listQueries: readonly BenchQuery[] = [
  defineQuery('newest 12 of a type', ({ anonymous }) => list(anonymous, music), growthFactorLimit),
  defineQuery('newest 12 of a type, member', ({ member }) => list(member, music), growthFactorLimit),
  defineQuery('newest of all', ({ anonymous }) => list(anonymous, {}), growthFactorLimit),
  defineQuery('newest of all, member', ({ member }) => list(member, {}), growthFactorLimit),
  defineQuery(
    'newest of all, tenth page',
    fetchTenthPage(({ anonymous }, cursor) => list(anonymous, { cursor })),
    growthFactorLimit,
  ),
  defineQuery(
    'newest of a genre',
    ({ anonymous }) => list(anonymous, { genre: 'comedy' }),
    growthFactorLimit,
  ),
  defineQuery(
    'newest of a genre, member',
    ({ member }) => list(member, { genre: 'comedy' }),
    growthFactorLimit,
  ),
  defineQuery(
    'newest of a genre and type',
    ({ anonymous }) => list(anonymous, { genre: 'sci', content_type: 'movie' }),
    growthFactorLimit,
  ),
  defineQuery(
    'newest of a genre without items',
    ({ anonymous }) => list(anonymous, { genre: 'polka' }),
    growthFactorLimit,
  ),
  defineQuery(
    'newest of the busiest creator',
    ({ anonymous, star }) => list(anonymous, { creator: star.id }),
    growthFactorLimit,
  ),
  defineQuery(
    'newest of the busiest creator, member',
    ({ member, star }) => list(member, { creator: star.id }),
    growthFactorLimit,
  ),
  defineQuery(
    'newest of the busiest creator, tenth page',
    fetchTenthPage(({ anonymous, star }, cursor) => list(anonymous, { creator: star.id, cursor })),
  ),
  defineQuery(
    'newest of a few followed creators',
    ({ member }) => list(member, { followed: 'true' }),
    growthFactorLimit,
  ),
  defineQuery('newest of many followed creators', ({ fan }) => list(fan, { followed: 'true' })),
  ...categoryNames.flatMap((name) => [
    defineQuery(`category page ${name}`, ({ anonymous }) => page(anonymous, name), growthFactorLimit),
    defineQuery(`category page ${name}, member`, ({ member }) => page(member, name), growthFactorLimit),
  ]),
  defineQuery('category page music, busiest creator', ({ star }) => page(star, 'music')),
  defineQuery(
    'video of the week',
    ({ anonymous }) => anonymous.call(categoryPages.getSpotlight, {}),
    growthFactorLimit,
  ),
  defineQuery(
    'video of the week, member',
    ({ member }) => member.call(categoryPages.getSpotlight, {}),
    growthFactorLimit,
  ),
  defineQuery('genre page', ({ anonymous }) => genre(anonymous, 'comedy', {}), growthFactorLimit),
  defineQuery(
    'genre page, movies',
    ({ anonymous }) => genre(anonymous, 'sci-fi', { show: 'movies' }),
    growthFactorLimit,
  ),
  defineQuery(
    'genre page, series, member',
    ({ member }) => genre(member, 'news', { show: 'series' }),
    growthFactorLimit,
  ),
  defineQuery(
    'genre page, new',
    ({ anonymous }) => genre(anonymous, 'magic', { show: 'new' }),
    growthFactorLimit,
  ),
  defineQuery(
    'genre page without items',
    ({ anonymous }) => genre(anonymous, 'polka', {}),
    growthFactorLimit,
  ),
  defineQuery('own uploads, most', ({ star }) => star.call(content.listOwnContent, { query: {} })),
  defineQuery(
    'own uploads, none',
    ({ member }) => member.call(content.listOwnContent, { query: {} }),
    growthFactorLimit,
  ),
  defineQuery('home page claims', ({ anonymous }) => anonymous.call(getMarketingClaims, {}), {
    isKept: true,
  }),
]

const item = (who: TestUser, id: string) => who.call(content.getContent, { params: { id } })
const related = (who: TestUser, id: string) => who.call(content.getRelatedContent, { params: { id } })
const comments = (who: TestUser, id: string, cursor?: string) =>
  who.call(listComments, { params: { id }, query: { cursor } })

export const contentQueries: readonly BenchQuery[] = [
  defineQuery('one item', ({ anonymous, ordinaryItem }) => item(anonymous, ordinaryItem), growthFactorLimit),
  defineQuery(
    'one item, member',
    ({ member, ordinaryItem }) => item(member, ordinaryItem),
    growthFactorLimit,
  ),
  defineQuery('one item, popular', ({ member, popularItem }) => item(member, popularItem), growthFactorLimit),
  defineQuery(
    'one item, embedded',
    ({ anonymous, playbackId }) => anonymous.call(content.getEmbed, { params: { playback_id: playbackId } }),
    growthFactorLimit,
  ),
  defineQuery(
    'related',
    ({ anonymous, ordinaryItem }) => related(anonymous, ordinaryItem),
    growthFactorLimit,
  ),
  defineQuery(
    'related, member',
    ({ member, ordinaryItem }) => related(member, ordinaryItem),
    growthFactorLimit,
  ),
  defineQuery(
    'comments of a plain item',
    ({ anonymous, ordinaryItem }) => comments(anonymous, ordinaryItem),
    growthFactorLimit,
  ),
  defineQuery(
    'comments of a popular item',
    ({ anonymous, popularItem }) => comments(anonymous, popularItem),
    growthFactorLimit,
  ),
  defineQuery(
    'comments of a popular item, member',
    ({ member, popularItem }) => comments(member, popularItem),
    growthFactorLimit,
  ),
  defineQuery(
    'comments of a popular item, tenth page',
    fetchTenthPage(({ member, popularItem }, cursor) => comments(member, popularItem, cursor)),
  ),
  defineQuery(
    'comments of an item without comments',
    ({ member, itemWithoutComments }) => comments(member, itemWithoutComments),
    growthFactorLimit,
  ),
  defineQuery(
    'profile by name',
    ({ anonymous, starName }) => anonymous.call(getProfile, { params: { username: starName } }),
    growthFactorLimit,
  ),
  defineQuery(
    'profile by id, member',
    ({ member, star }) => member.call(getProfileById, { params: { id: star.id } }),
    growthFactorLimit,
  ),
]
