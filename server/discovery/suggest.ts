import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import { genreLabel, genres } from '#contract/genres.ts'
import type { ContentType } from '#contract/kinds.ts'
import { search as figures } from '#contract/limits.ts'
import type { getSuggestions, Suggestion } from '#contract/search.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { amongListed } from '../safety/items.ts'
import { withinPaceOf } from '../safety/pace.ts'
import { people } from './creators.ts'
import { marksIn } from './marks.ts'
import { searching } from './matches.ts'
import { near, plain, wordsOf } from './words.ts'

/** Creators, genres and videos for what has been typed so far. */
export async function suggestions(
  viewer: Viewer,
  q: string,
  address: string,
): Promise<AnswerOf<typeof getSuggestions>> {
  if (plain(q) === '') return { items: [] }
  withinPaceOf('suggestions', viewer, address)
  return searching(async (tx) => {
    const found = (await people(tx, viewer, q, 20)).slice(0, figures.suggestions.creators)
    const named = found.map((person) => asCreator(person, q))
    return { items: [...named, ...genresOf(q), ...(await videos(tx, viewer, q))] }
  })
}

function asCreator(person: Awaited<ReturnType<typeof people>>[number], q: string): Suggestion {
  const { username, avatar_url } = person
  const text = person.display_name || username
  const asked = { words: wordsOf(q), typing: true, close: person.likeness < 1 }
  return { kind: 'creator', username, avatar_url, text, marks: marksIn(text, asked) }
}

const allGenres = [...new Set(Object.values(genres).flat())].filter((label) => label !== 'Other')

function genresOf(q: string): Suggestion[] {
  const typed = plain(q)
  return allGenres
    .filter((label) => plain(label).startsWith(typed))
    .slice(0, figures.suggestions.genres)
    .map((label) => ({
      kind: 'genre',
      genre: label.toLowerCase(),
      text: genreLabel(label),
      marks: marksIn(label, { words: wordsOf(q), typing: true }),
    }))
}

interface Row {
  id: string
  title: string
  content_type: ContentType
  by: string
  search_words: string
}

async function videos(tx: Tx, viewer: Viewer, q: string): Promise<Suggestion[]> {
  const exact = await beginning(tx, viewer, q)
  const words = wordsOf(q)
  const close =
    exact.length === 0 && words.some((word) => word.length >= 4) ? await nearly(tx, viewer, q, words) : []
  const asked = { words, typing: true, close: exact.length === 0 }
  const seen = new Set<string>()
  return [...exact, ...close]
    .filter(({ title }) => !seen.has(plain(title)) && seen.add(plain(title)))
    .slice(0, figures.suggestions.videos)
    .map(({ id, title, content_type, by }) => {
      return { kind: 'video', id, text: title, marks: marksIn(title, asked), content_type, by }
    })
}

/** Of the newest that match, first those whose title begins so, then those that hold it as it stands. */
async function beginning(tx: Tx, viewer: Viewer, q: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, title, content_type, by, search_words from (
      select content.id, content.title, content.content_type, content.search_words, content.created_at, content.search,
        coalesce(nullif(creator.display_name, ''), creator.username) as by
      from ${amongListed(viewer)}
      where content.search @@ search_query(${q}, true)
      order by content.created_at desc, content.id desc limit 100
    ) newest
    order by starts_with(search_words, search_plain(${q})) desc, position(' ' || search_plain(${q}) in search_words) > 0 desc,
      ts_rank('{0, 0.1, 0.3, 1.0}', search, search_query(${q}, true)) desc, created_at desc
    limit 20`.execute(tx)
  return rows
}

async function nearly(tx: Tx, viewer: Viewer, q: string, words: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, title, content_type, search_words, by from (
      select content.id, content.title, content.content_type, content.search_words, content.created_at,
        coalesce(nullif(creator.display_name, ''), creator.username) as by
      from ${amongListed(viewer)}
      where search_plain(${q}) <% content.search_words
      order by content.created_at desc limit ${figures.alike}
    ) alike
    order by word_similarity(search_plain(${q}), search_words) desc, created_at desc limit 50`.execute(tx)
  return rows.filter(({ search_words }) =>
    words.every((asked, at) =>
      search_words.split(' ').some((word) => near(asked, word, at === words.length - 1)),
    ),
  )
}
