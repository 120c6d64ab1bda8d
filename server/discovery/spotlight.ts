import { sql } from 'kysely'
import {
  getCategoryByName,
  type SpotlightCategory,
  spotlightCategories,
} from '#contract/discovery/categories.ts'
import type { getSpotlight } from '#contract/discovery/category-pages.ts'
import type { Content } from '#contract/content/content.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { spotlightLimits as figures } from '#contract/limits.ts'
import { presentContent } from '#server/content/content-cards.ts'
import { selectListedContentCards } from '#server/content/list-content.ts'
import { isAmongNewestInContentGenres, findContentGenres } from '#server/content/content-genres.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/**
 * Returns the Video of the Week of each category: the newest video of the last 7 days, or null if there is
 * none.
 */
export async function loadSpotlight(viewer: Viewer): Promise<ResponseOf<typeof getSpotlight>> {
  const picked = await Promise.all(spotlightCategories.map((name) => pickSpotlightItem(viewer, name)))
  return Object.fromEntries(spotlightCategories.map((name, at) => [name, picked[at]])) as ResponseOf<
    typeof getSpotlight
  >
}

async function pickSpotlightItem(viewer: Viewer, name: SpotlightCategory): Promise<Content | null> {
  const { types, genreWord } = getCategoryByName(name)
  const byType = await selectThisWeek(viewer)
    .where('content.content_type', 'in', [...types])
    .executeTakeFirst()
  if (byType) return presentContent(viewer, byType)
  // In the talent and challenges categories, items are also found by genre (specification, section 7).
  if (name !== 'talent' && name !== 'challenges') return null
  const contentGenres = await findContentGenres(genreWord!)
  if (contentGenres.length === 0) return null
  const byGenre = await selectThisWeek(viewer)
    .where(isAmongNewestInContentGenres(viewer, contentGenres, most))
    .executeTakeFirst()
  return byGenre ? presentContent(viewer, byGenre) : null
}

/** As the specification requires, twelve items are read and the first one is shown (section 7). */
const most = sql.lit(figures.perCategory)

function selectThisWeek(viewer: Viewer) {
  return selectListedContentCards(viewer)
    .where('content.created_at', '>', sql<Date>`now() - make_interval(days => ${sql.lit(figures.days)})`)
    .limit(most)
}
