import { categoryNames } from '#contract/discovery/categories.ts'
import { getMarketingClaims } from '#contract/discovery/marketing-claims.ts'
import { listComments } from '#contract/engagement/comments.ts'
import * as categoryPages from '#contract/discovery/category-pages.ts'
import * as content from '#contract/content/content.ts'
import * as ownContent from '#contract/content/own-content.ts'
import { listSeries } from '#contract/content/series-lists.ts'
import { listTaggedContent } from '#contract/content/tags.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { getGenrePage } from '#contract/discovery/genre-pages.ts'
import { getProfile, getProfileById } from '#contract/people/profiles.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { defineQuery, type BenchQuery, latencyGrowthLimit, fetchTenthPage } from './bench-query.ts'

type Wanted = InputOf<typeof content.listContent>['query']
const list = (who: TestUser, query: Wanted) => who.call(content.listContent, { query })
const page = (who: TestUser, category: (typeof categoryNames)[number]) =>
  who.call(categoryPages.getCategory, { params: { category } })
const genre = (who: TestUser, name: string, query: InputOf<typeof getGenrePage>['query']) =>
  who.call(getGenrePage, { params: { genre: name }, query })
const tagged = (who: TestUser, tag: string, cursor?: string) =>
  who.call(listTaggedContent, { params: { tag }, query: { cursor } })
const series = (who: TestUser, query: InputOf<typeof listSeries>['query']) => who.call(listSeries, { query })
const music = { content_type: 'music_video', limit: 12 } as const

export const contentListQueries: readonly BenchQuery[] = [
  defineQuery('newest of a common tag', ({ anonymous }) => tagged(anonymous, 'everyday'), latencyGrowthLimit),
  defineQuery(
    'newest of a common tag, member',
    ({ member }) => tagged(member, 'everyday'),
    latencyGrowthLimit,
  ),
  defineQuery(
    'newest of a common tag, tenth page',
    fetchTenthPage(({ anonymous }, cursor) => tagged(anonymous, 'everyday', cursor)),
    latencyGrowthLimit,
  ),
  defineQuery('newest of a rare tag', ({ member }) => tagged(member, 'tag-4800')),
  defineQuery('a tag that nobody uses', ({ anonymous }) => tagged(anonymous, 'unused')),
  defineQuery('newest series', ({ anonymous }) => series(anonymous, {}), latencyGrowthLimit),
  defineQuery('newest series, member', ({ member }) => series(member, {}), latencyGrowthLimit),
  defineQuery(
    'newest series, tenth page',
    fetchTenthPage(({ anonymous }, cursor) => series(anonymous, { cursor })),
    latencyGrowthLimit,
  ),
  defineQuery('series of the busiest creator', ({ anonymous, star }) =>
    series(anonymous, { creator: star.id, limit: 12 }),
  ),
  defineQuery(
    'newest shows with their series',
    ({ anonymous }) => list(anonymous, { content_type: 'tv_show' }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'newest shows with their series, member',
    ({ member }) => list(member, { content_type: 'tv_show' }),
    latencyGrowthLimit,
  ),
  defineQuery('newest 12 of a type', ({ anonymous }) => list(anonymous, music), latencyGrowthLimit),
  defineQuery('newest 12 of a type, member', ({ member }) => list(member, music), latencyGrowthLimit),
  defineQuery('newest of all', ({ anonymous }) => list(anonymous, {}), latencyGrowthLimit),
  defineQuery('newest of all, member', ({ member }) => list(member, {}), latencyGrowthLimit),
  defineQuery(
    'newest of all, tenth page',
    fetchTenthPage(({ anonymous }, cursor) => list(anonymous, { cursor })),
    latencyGrowthLimit,
  ),
  defineQuery(
    'newest of a genre',
    ({ anonymous }) => list(anonymous, { genre: 'comedy' }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'newest of a genre, member',
    ({ member }) => list(member, { genre: 'comedy' }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'newest of a genre and type',
    ({ anonymous }) => list(anonymous, { genre: 'sci', content_type: 'movie' }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'newest of a genre without items',
    ({ anonymous }) => list(anonymous, { genre: 'polka' }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'newest of the busiest creator',
    ({ anonymous, star }) => list(anonymous, { creator: star.id }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'newest of the busiest creator, member',
    ({ member, star }) => list(member, { creator: star.id }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'newest of the busiest creator, tenth page',
    fetchTenthPage(({ anonymous, star }, cursor) => list(anonymous, { creator: star.id, cursor })),
  ),
  defineQuery(
    'newest of a few followed creators',
    ({ member }) => list(member, { followed: 'true' }),
    latencyGrowthLimit,
  ),
  defineQuery('newest of many followed creators', ({ fan }) => list(fan, { followed: 'true' })),
  defineQuery(
    'newest of 40 followed creators',
    ({ regular }) => list(regular, { followed: 'true' }),
    latencyGrowthLimit,
  ),
  // On the smallest site, only about 50 of the 200 followed people have published a video. The query has more
  // to do on larger sites, so there is no limit on how much slower it may become.
  defineQuery('newest of 200 followed creators', ({ subscriber }) => list(subscriber, { followed: 'true' })),
  defineQuery(
    'newest of 200 followed creators, tenth page',
    fetchTenthPage(({ subscriber }, cursor) => list(subscriber, { followed: 'true', cursor })),
  ),
  ...categoryNames.flatMap((name) => [
    defineQuery(`category page ${name}`, ({ anonymous }) => page(anonymous, name), latencyGrowthLimit),
    defineQuery(`category page ${name}, member`, ({ member }) => page(member, name), latencyGrowthLimit),
  ]),
  defineQuery('category page music, busiest creator', ({ star }) => page(star, 'music')),
  defineQuery(
    'video of the week',
    ({ anonymous }) => anonymous.call(categoryPages.getSpotlight, {}),
    latencyGrowthLimit,
  ),
  defineQuery(
    'video of the week, member',
    ({ member }) => member.call(categoryPages.getSpotlight, {}),
    latencyGrowthLimit,
  ),
  defineQuery('genre page', ({ anonymous }) => genre(anonymous, 'comedy', {}), latencyGrowthLimit),
  defineQuery(
    'genre page, movies',
    ({ anonymous }) => genre(anonymous, 'sci-fi', { show: 'movies' }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'genre page, series, member',
    ({ member }) => genre(member, 'news', { show: 'series' }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'genre page, new',
    ({ anonymous }) => genre(anonymous, 'magic', { show: 'new' }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'genre page without items',
    ({ anonymous }) => genre(anonymous, 'polka', {}),
    latencyGrowthLimit,
  ),
  defineQuery('own uploads, most', ({ star }) => star.call(ownContent.listOwnContent, { query: {} })),
  defineQuery(
    'own uploads, none',
    ({ member }) => member.call(ownContent.listOwnContent, { query: {} }),
    latencyGrowthLimit,
  ),
  defineQuery('home page claims', ({ anonymous }) => anonymous.call(getMarketingClaims, {}), {
    isKept: true,
  }),
]

const item = (who: TestUser, id: string) => who.call(content.getContent, { params: { id } })
const related = (who: TestUser, id: string) => who.call(content.getRelatedContent, { params: { id } })
const comments = (who: TestUser, id: string, cursor?: string) =>
  who.call(listComments, { params: { id }, query: { cursor } })

export const contentDetailAndProfileQueries: readonly BenchQuery[] = [
  defineQuery('one item', ({ anonymous, ordinaryItem }) => item(anonymous, ordinaryItem), latencyGrowthLimit),
  defineQuery(
    'one item, member',
    ({ member, ordinaryItem }) => item(member, ordinaryItem),
    latencyGrowthLimit,
  ),
  defineQuery(
    'one item, popular',
    ({ member, popularItem }) => item(member, popularItem),
    latencyGrowthLimit,
  ),
  defineQuery(
    'one item, embedded',
    ({ anonymous, playbackId }) => anonymous.call(content.getEmbed, { params: { playback_id: playbackId } }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'related',
    ({ anonymous, ordinaryItem }) => related(anonymous, ordinaryItem),
    latencyGrowthLimit,
  ),
  defineQuery(
    'related, member',
    ({ member, ordinaryItem }) => related(member, ordinaryItem),
    latencyGrowthLimit,
  ),
  defineQuery(
    'comments of a plain item',
    ({ anonymous, ordinaryItem }) => comments(anonymous, ordinaryItem),
    latencyGrowthLimit,
  ),
  defineQuery(
    'comments of a popular item',
    ({ anonymous, popularItem }) => comments(anonymous, popularItem),
    latencyGrowthLimit,
  ),
  defineQuery(
    'comments of a popular item, member',
    ({ member, popularItem }) => comments(member, popularItem),
    latencyGrowthLimit,
  ),
  defineQuery(
    'comments of a popular item, tenth page',
    fetchTenthPage(({ member, popularItem }, cursor) => comments(member, popularItem, cursor)),
  ),
  defineQuery(
    'comments of an item without comments',
    ({ member, itemWithoutComments }) => comments(member, itemWithoutComments),
    latencyGrowthLimit,
  ),
  defineQuery(
    'profile by name',
    ({ anonymous, starName }) => anonymous.call(getProfile, { params: { username: starName } }),
    latencyGrowthLimit,
  ),
  defineQuery(
    'profile by id, member',
    ({ member, star }) => member.call(getProfileById, { params: { id: star.id } }),
    latencyGrowthLimit,
  ),
]
