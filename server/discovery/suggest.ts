import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import { genreLabel, genres } from '#contract/genres.ts'
import type { ContentType } from '#contract/kinds.ts'
import { search as figures } from '#contract/limits.ts'
import type { getSuggestions, Suggestion } from '#contract/search.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { withinPaceOf } from '../safety/pace.ts'
import { nameFor, textFor } from '../safety/shown-text.ts'
import { people } from './creators.ts'
import { marksIn } from './marks.ts'
import { searching } from './matches.ts'
import { newest } from './newest.ts'
import { nearQuery } from './vocabulary.ts'
import { plain, wordsOf } from './words.ts'

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
    const named = found.map((person) => asCreator(viewer, person, q))
    return { items: [...named, ...genresOf(q), ...(await videos(tx, viewer, q))] }
  })
}

function asCreator(
  viewer: Viewer,
  person: Awaited<ReturnType<typeof people>>[number],
  q: string,
): Suggestion {
  const { username, avatar_url } = person
  const text = nameFor(viewer, person.display_name, username)
  const asked = { words: wordsOf(q), typing: true, close: person.likeness < 1 }
  return { kind: 'creator', username, avatar_url, text, marks: marksIn(text, asked) }
}

const allGenres = [...new Set(Object.values(genres).flat())].filter((label) => label !== 'Other')

function genresOf(q: string): Suggestion[] {
  const typed = plain(q)
  return allGenres
    .filter((label) => plain(label).startsWith(typed) || unspaced(label).startsWith(unspaced(q)))
    .slice(0, figures.suggestions.genres)
    .map((label) => ({
      kind: 'genre',
      genre: label.toLowerCase(),
      text: genreLabel(label),
      marks: marksIn(label, { words: wordsOf(q), typing: true }),
    }))
}

/** `hiphop` is `Hip-Hop`. */
function unspaced(text: string): string {
  return plain(text).replaceAll(' ', '')
}

interface Row {
  id: string
  title: string
  content_type: ContentType
  /** Their display name, or nothing. */
  by: string
  username: string
  search_words: string
  by_minor: boolean
}

async function videos(tx: Tx, viewer: Viewer, q: string): Promise<Suggestion[]> {
  const exact = await beginning(tx, viewer, q)
  const words = wordsOf(q)
  const isClose = exact.length === 0 && words.some((word) => word.length >= 4)
  const asked = { words, typing: true, close: exact.length === 0 }
  const seen = new Set<string>()
  return [...exact, ...(isClose ? await nearly(tx, viewer, words) : [])]
    .filter(({ title }) => !seen.has(plain(title)) && seen.add(plain(title)))
    .slice(0, figures.suggestions.videos)
    .map(({ id, title, content_type, by, username, by_minor }) => {
      const text = textFor(viewer, title, by_minor)
      const marks = marksIn(text, asked)
      return { kind: 'video', id, text, marks, content_type, by: nameFor(viewer, by, username) }
    })
}

const shown = sql`content.title, content.content_type, content.by, content.username, content.search_words, content.by_minor`

/** Of the newest that match, first those whose title begins so, then those that hold it as it stands. */
async function beginning(tx: Tx, viewer: Viewer, q: string): Promise<Row[]> {
  const rows = await newest<Row & { rank: number }>(tx, viewer, {
    fits: sql<boolean>`content.search @@ search_query(${q}, true)`,
    most: 100,
    columns: sql`${shown}, ts_rank('{0, 0.1, 0.3, 1.0}', content.search, search_query(${q}, true))
      + case when starts_with(content.search_words, search_plain(${q})) then 20 else 0 end
      + case when position(' ' || search_plain(${q}) in content.search_words) > 0 then 10 else 0 end as rank`,
  })
  return rows.toSorted((a, b) => b.rank - a.rank)
}

async function nearly(tx: Tx, viewer: Viewer, words: string[]): Promise<Row[]> {
  const near = await nearQuery(
    tx,
    words.map((word, at) => ({ word, isBegun: at === words.length - 1 })),
  )
  if (near === null) return []
  const rows = await newest<Row>(tx, viewer, {
    fits: sql<boolean>`content.search @@ ${near.query}::tsquery`,
    most: 100,
    columns: shown,
  })
  return rows.toSorted((a, b) => near.slipsIn(a.search_words) - near.slipsIn(b.search_words))
}
