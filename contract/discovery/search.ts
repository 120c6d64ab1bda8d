import { z } from 'zod'
import { Content, Creator } from '../content/content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { ContentType, contentTypes } from '../content/content-types.ts'
import { searchLimits } from '../limits.ts'
import { PlainText } from '../user-text.ts'

/** The values of the `type` search parameter: a content type, or creators. */
export const searchTypeFilters = [...contentTypes, 'creator'] as const
export type SearchTypeFilter = (typeof searchTypeFilters)[number]
/** Video lengths: short is under 4 minutes, medium is 4 to 20 minutes, and long is over 20 minutes. */
export const searchDurationFilters = ['short', 'medium', 'long'] as const
export type SearchDurationFilter = (typeof searchDurationFilters)[number]
export const searchDateRanges = ['today', 'week', 'month', 'year'] as const
export type SearchDateRange = (typeof searchDateRanges)[number]
export const searchSortOrders = ['best', 'newest', 'likes'] as const
export type SearchSortOrder = (typeof searchSortOrders)[number]

/**
 * Search uses page numbers instead of cursors, because a numbered page can be linked to and a search has only
 * a few pages.
 */
export const maxSearchPage = Math.ceil(searchLimits.candidates / searchLimits.page)

/** A single-line search query. A search query that is too long is truncated, not rejected. */
const Query = PlainText.transform((text) =>
  [...text.replace(/\s+/g, ' ')].slice(0, searchLimits.queryMax).join(''),
)

/**
 * The matched parts of the text, as ascending `[from, to)` ranges in UTF-16 code units. The API never returns
 * the matched parts as markup.
 */
export const HighlightRanges = z.array(z.tuple([z.int(), z.int()]))
export type HighlightRanges = z.output<typeof HighlightRanges>

/** The sentence in a video's captions that best matches the query. */
export const CaptionExcerpt = z.object({
  text: z.string(),
  marks: HighlightRanges,
  second: z.int().meta({ description: 'Where the sentence is said, for `/watch/{id}?t=`.' }),
  language: z.string().meta({ description: 'A BCP 47 tag.' }),
})
export type CaptionExcerpt = z.output<typeof CaptionExcerpt>

export const SearchHit = z.object({
  item: Content,
  title_marks: HighlightRanges,
  creator_marks: HighlightRanges.meta({ description: 'The matches in the creator’s display name.' }),
  excerpt: z.object({ text: z.string(), marks: HighlightRanges }).nullable().meta({
    description: 'The part of the description that matches.',
  }),
  spoken: CaptionExcerpt.nullable().meta({
    description: 'The sentence of the captions that matches best.',
  }),
  only_spoken: z.boolean().meta({
    description:
      'Whether only the captions match. Such hits rank below hits whose title or description matches.',
  }),
  close: z
    .boolean()
    .meta({ description: 'Whether only a similar spelling matches. Such hits rank below exact matches.' }),
})
export type SearchHit = z.output<typeof SearchHit>

export const CreatorSearchHit = Creator.extend({
  videos: z.int().meta({ description: 'The number of the creator’s videos that search can find.' }),
  name_marks: HighlightRanges,
  username_marks: HighlightRanges,
})
export type CreatorSearchHit = z.output<typeof CreatorSearchHit>

export const getSearchResults = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Searches videos, what is said in them, and creators. Tolerates missing accents and, in titles and names, typos.',
  tag: 'Finding',
  query: z.strictObject({
    q: Query,
    type: z.enum(searchTypeFilters).optional(),
    genre: z.string().max(60).optional(),
    length: z.enum(searchDurationFilters).optional(),
    date: z.enum(searchDateRanges).optional(),
    sort: z.enum(searchSortOrders).default('best'),
    page: z.coerce.number().int().min(1).max(maxSearchPage).default(1),
  }),
  response: z.object({
    q: z.string().meta({ description: 'The query that was searched for.' }),
    total: z.int(),
    capped: z.boolean().meta({
      description:
        'Whether there are more matches than the search can rank. If so, only the newest are ranked.',
    }),
    page: z.int(),
    pages: z.int(),
    hits: z.array(SearchHit),
    creators: z.array(CreatorSearchHit),
    creators_total: z.int(),
    did_you_mean: z.string().nullable(),
  }),
})

export const SearchSuggestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('video'),
    id: z.string(),
    text: z.string(),
    marks: HighlightRanges,
    content_type: ContentType,
    by: z.string(),
  }),
  z.object({
    kind: z.literal('creator'),
    username: z.string(),
    text: z.string(),
    marks: HighlightRanges,
    avatar_url: z.string().nullable(),
  }),
  CaptionExcerpt.extend({ kind: z.literal('spoken'), id: z.string(), title: z.string() }),
  z.object({ kind: z.literal('genre'), genre: z.string(), text: z.string(), marks: HighlightRanges }),
])
export type SearchSuggestion = z.output<typeof SearchSuggestion>

export const getSearchSuggestions = defineEndpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  summary: 'Suggests creators, genres, videos and what is said in them for an incomplete query.',
  tag: 'Finding',
  query: z.strictObject({ q: Query }),
  response: z.object({ items: z.array(SearchSuggestion) }),
})
