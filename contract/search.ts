import { z } from 'zod'
import { Content, Creator } from './content.ts'
import { endpoint } from './endpoint.ts'
import { ContentType, contentTypes } from './kinds.ts'
import { search } from './limits.ts'
import { PlainText } from './text.ts'

/** What is looked for: content of one type, or people. */
export const searchTypes = [...contentTypes, 'creator'] as const
export type SearchType = (typeof searchTypes)[number]
/** Short: under 4 minutes. Medium: 4 to 20. Long: more. */
export const lengths = ['short', 'medium', 'long'] as const
export type Length = (typeof lengths)[number]
export const dates = ['today', 'week', 'month', 'year'] as const
export type DateWithin = (typeof dates)[number]
export const sorts = ['best', 'newest', 'likes'] as const
export type Sort = (typeof sorts)[number]

/** A page of results is asked for by number: it can be linked, and there are few. */
export const lastPage = Math.ceil(search.candidates / search.page)

/** One line; what is longer than anybody types is cut, not refused. */
const Query = PlainText.transform((text) => [...text.replace(/\s+/g, ' ')].slice(0, search.queryMax).join(''))

/** Where words of a text were matched: `[from, to)` in UTF-16 units, ascending. Never markup. */
export const Marks = z.array(z.tuple([z.int(), z.int()]))
export type Marks = z.output<typeof Marks>

export const Hit = z.object({
  item: Content,
  title_marks: Marks,
  creator_marks: Marks.meta({ description: 'in the creator’s display name' }),
  excerpt: z.object({ text: z.string(), marks: Marks }).nullable().meta({
    description: 'the place of the description that matched',
  }),
  close: z.boolean().meta({ description: 'spelled nearly like it: below what really matches' }),
})
export type Hit = z.output<typeof Hit>

export const CreatorHit = Creator.extend({
  videos: z.int().meta({ description: 'how many of theirs can be found' }),
  name_marks: Marks,
  username_marks: Marks,
})
export type CreatorHit = z.output<typeof CreatorHit>

export const getSearch = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Finds videos and creators; forgives typos and accents',
  tag: 'Finding',
  query: z.strictObject({
    q: Query,
    type: z.enum(searchTypes).optional(),
    genre: z.string().max(60).optional(),
    length: z.enum(lengths).optional(),
    date: z.enum(dates).optional(),
    sort: z.enum(sorts).default('best'),
    page: z.coerce.number().int().min(1).max(lastPage).default(1),
  }),
  answer: z.object({
    q: z.string().meta({ description: 'what was looked for' }),
    total: z.int(),
    capped: z.boolean().meta({ description: 'there are more; these are the newest' }),
    page: z.int(),
    pages: z.int(),
    hits: z.array(Hit),
    creators: z.array(CreatorHit),
    creators_total: z.int(),
    did_you_mean: z.string().nullable(),
  }),
})

export const Suggestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('video'),
    id: z.string(),
    text: z.string(),
    marks: Marks,
    content_type: ContentType,
    by: z.string(),
  }),
  z.object({
    kind: z.literal('creator'),
    username: z.string(),
    text: z.string(),
    marks: Marks,
    avatar_url: z.string().nullable(),
  }),
  z.object({ kind: z.literal('genre'), genre: z.string(), text: z.string(), marks: Marks }),
])
export type Suggestion = z.output<typeof Suggestion>

export const getSuggestions = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  summary: 'What somebody who is still typing may mean: creators, genres, videos',
  tag: 'Finding',
  query: z.strictObject({ q: Query }),
  answer: z.object({ items: z.array(Suggestion) }),
})
