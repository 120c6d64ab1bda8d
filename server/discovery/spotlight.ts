import { sql } from 'kysely'
import {
  getCategoryByName,
  type SpotlightCategory,
  spotlightCategories,
} from '#contract/discovery/categories.ts'
import type { getSpotlight } from '#contract/discovery/category-pages.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { spotlightLimits as figures } from '#contract/limits.ts'
import { presentContent } from '#server/content/content-cards.ts'
import { selectListedContentCards } from '#server/content/list-content.ts'
import { isAmongNewestInContentGenres, findContentGenres } from '#server/content/content-genres.ts'
import { isAmongNewestPerCreatorOrGenre } from '#server/content/newest-content-per-creator-or-genre.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/**
 * Returns the Video of the Week of each category: the newest video of the last 7 days, or null if there is
 * none.
 */
export async function loadSpotlight(viewer: Viewer): Promise<ResponseOf<typeof getSpotlight>> {
  const newest = await selectNewestOfEachType(viewer)
  const picked = await Promise.all(
    spotlightCategories.map(async (name) => {
      const { types } = getCategoryByName(name)
      const item =
        newest.find(({ content_type }) => types.includes(content_type)) ?? (await pickByGenre(viewer, name))
      return [name, item ? presentContent(viewer, item) : null] as const
    }),
  )
  return Object.fromEntries(picked) as ResponseOf<typeof getSpotlight>
}

const spotlightTypes = [...new Set(spotlightCategories.flatMap((name) => getCategoryByName(name).types))]

/** Selects the newest video of each content type in one statement, because the home page needs all of them. */
function selectNewestOfEachType(viewer: Viewer) {
  const types = sql.join(spotlightTypes.map((type) => sql.lit(type)))
  return selectListedContentCards(viewer)
    .where(
      isAmongNewestPerCreatorOrGenre(viewer, {
        groups: sql`unnest(array[${types}]) one (content_type)`,
        condition: sql<boolean>`content.content_type = one.content_type and ${isFromThisWeek}`,
        limit: sql.lit(spotlightTypes.length),
        limitOfGroup: sql.lit(1),
      }),
    )
    .execute()
}

/** In the talent and challenges categories, items are also found by genre (specification, section 7). */
async function pickByGenre(viewer: Viewer, name: SpotlightCategory) {
  if (name !== 'talent' && name !== 'challenges') return undefined
  const contentGenres = await findContentGenres(getCategoryByName(name).genreWord!)
  if (contentGenres.length === 0) return undefined
  return selectListedContentCards(viewer)
    .where(isFromThisWeek)
    .where(isAmongNewestInContentGenres(viewer, contentGenres, most))
    .limit(most)
    .executeTakeFirst()
}

/** As the specification requires, twelve items are read and the first one is shown (section 7). */
const most = sql.lit(figures.perCategory)

const isFromThisWeek = sql<boolean>`content.created_at > now() - make_interval(days => ${sql.lit(figures.days)})`
