import { sql } from 'kysely'
import { category, type SpotlightCategory, spotlightCategories } from '#contract/categories.ts'
import type { getSpotlight } from '#contract/category-pages.ts'
import type { Content } from '#contract/content.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { spotlight as figures } from '#contract/limits.ts'
import { present } from '../content/cards.ts'
import { found } from '../content/list.ts'
import { onShelves, shelvesWith } from '../content/shelves.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/** Video of the Week: per category the newest of the last 7 days, or nothing. */
export async function spotlight(viewer: Viewer): Promise<AnswerOf<typeof getSpotlight>> {
  const picked = await Promise.all(spotlightCategories.map((name) => pick(viewer, name)))
  return Object.fromEntries(spotlightCategories.map((name, at) => [name, picked[at]])) as AnswerOf<
    typeof getSpotlight
  >
}

async function pick(viewer: Viewer, name: SpotlightCategory): Promise<Content | null> {
  const { types, genreWord } = category(name)
  const byType = await thisWeek(viewer)
    .where('content.content_type', 'in', [...types])
    .executeTakeFirst()
  if (byType) return present(viewer, byType)
  // Talent and challenges look once more by genre (specification, section 7).
  if (name !== 'talent' && name !== 'challenges') return null
  const shelves = await shelvesWith(genreWord!)
  if (shelves.length === 0) return null
  const byGenre = await thisWeek(viewer)
    .where(onShelves(viewer, shelves, most))
    .executeTakeFirst()
  return byGenre ? present(viewer, byGenre) : null
}

/** The specification reads twelve and shows the first (section 7). */
const most = sql.lit(figures.perCategory)

function thisWeek(viewer: Viewer) {
  return found(viewer)
    .where('content.created_at', '>', sql<Date>`now() - make_interval(days => ${sql.lit(figures.days)})`)
    .limit(most)
}
