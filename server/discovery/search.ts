import type { AnswerOf } from '#contract/endpoint.ts'
import { search as figures } from '#contract/limits.ts'
import type { Content } from '#contract/content.ts'
import type { getSearch, Hit } from '#contract/search.ts'
import { cards, present } from '../content/cards.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { listedItems } from '../safety/items.ts'
import { withinPaceOf } from '../safety/pace.ts'
import { creators } from './creators.ts'
import { excerptOf, marksIn } from './marks.ts'
import { exactly, misspelt, searching, type Wanted } from './matches.ts'
import { answers, pairsIn, plain, slips, wordsOf } from './words.ts'

type Answer = AnswerOf<typeof getSearch>

/** Videos and creators. Nothing of what was looked for is kept. */
export async function search(viewer: Viewer, wanted: Wanted, address: string): Promise<Answer> {
  if (wanted.q === '') return nothing
  withinPaceOf('searches', viewer, address)
  const [people, { exact, near }] = await Promise.all([
    searching((tx) => creators(tx, viewer, wanted)),
    wanted.type === 'creator' ? { exact: [], near: [] } : videos(viewer, wanted),
  ])
  const ids = [...exact, ...near.map(({ id }) => id)]
  const total = wanted.type === 'creator' ? people.total : ids.length
  const start = (wanted.page - 1) * figures.page
  const shown = await hits(viewer, wanted.q, ids.slice(start, start + figures.page), new Set(exact))
  return {
    q: wanted.q,
    total: ids.length,
    capped: exact.length === figures.candidates,
    page: wanted.page,
    pages: Math.ceil(total / figures.page),
    hits: shown,
    creators: people.items,
    creators_total: people.total,
    did_you_mean: exact.length || people.items.length ? null : didYouMean(wanted.q, shown[0]?.item),
  }
}

async function videos(viewer: Viewer, wanted: Wanted) {
  const exact = await searching((tx) => exactly(tx, viewer, wanted))
  return { exact, near: await misspelt(viewer, wanted, exact) }
}

const nothing: Answer = {
  q: '',
  total: 0,
  capped: false,
  page: 1,
  pages: 0,
  hits: [],
  creators: [],
  creators_total: 0,
  did_you_mean: null,
}

/** Loads the ids of one page through the policy once more, in their order, and marks what matched. */
async function hits(viewer: Viewer, q: string, ids: string[], exact: Set<string>): Promise<Hit[]> {
  if (ids.length === 0) return []
  const rows = await cards(listedItems(viewer)).where('content.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const words = wordsOf(q)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const item = present(viewer, row)
    const close = !exact.has(id)
    const asked = { words, close }
    return {
      item,
      close,
      title_marks: marksIn(item.title, asked),
      creator_marks: marksIn(item.creator.display_name, asked),
      excerpt: excerptOf(item.description, asked),
    }
  })
}

/** What was asked for, each word as the nearest result spells it, in the words that the viewer is shown of it. */
function didYouMean(q: string, nearest: Content | undefined): string | null {
  if (!nearest) return null
  const { title, genre, creator } = nearest
  const theirs = plain(`${title} ${genre} ${creator.display_name} ${creator.username}`).split(' ')
  const asked = wordsOf(q)
  const meant = joinedAs(asked, theirs).map((word) => spelledBy(theirs, word))
  return meant.join(' ') === asked.join(' ') ? null : meant.join(' ')
}

/** Two words in a row that are one of theirs become that word. */
function joinedAs(asked: string[], theirs: string[]): string[] {
  const at = pairsIn(asked).findIndex((pair) => theirs.includes(pair))
  return at < 0 ? asked : [...asked.slice(0, at), pairsIn(asked)[at]!, ...asked.slice(at + 2)]
}

function spelledBy(theirs: string[], word: string): string {
  if (theirs.some((their) => answers(word, their))) return word
  const spellings = [
    ...theirs.map((their) => ({ their, spelled: their })),
    ...pairsIn(theirs).map((their, at) => ({ their, spelled: `${theirs[at]} ${theirs[at + 1]}` })),
  ]
  return spellings.toSorted((a, b) => slips(word, a.their) - slips(word, b.their))[0]!.spelled
}
