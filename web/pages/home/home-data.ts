import { listContent } from '#contract/content/content.ts'
import { getSpotlight } from '#contract/discovery/category-pages.ts'
import { getMarketingClaims } from '#contract/discovery/marketing-claims.ts'
import { maxItemsPerContentRow } from '#contract/limits.ts'
import { listWatchHistory } from '#contract/engagement/watch-history.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { createLoaderApiClientForOptionalData, createLoaderApiClient } from '#web/api/loader-api-client.ts'
import type { Route } from './+types/home-page.ts'
import { redirectToSignInAfterConfirmation } from './email-confirmation-landing.ts'

export type HomeData = Awaited<ReturnType<typeof loadHomeData>>

/** If a list on the home page cannot be loaded, the list is empty. */
export async function loadHomeData(args: Route.LoaderArgs) {
  await redirectToSignInAfterConfirmation(createLoaderApiClient(args), args.url)
  const list = createLoaderApiClientForOptionalData(args)
  const [spotlight, claims, fresh, followed, history] = await Promise.all([
    list(getSpotlight, {}, noSpotlight),
    list(getMarketingClaims, {}, null),
    list(listContent, { query: { limit: maxItemsPerContentRow } }, noVideos),
    list(listContent, { query: { followed: 'true', limit: maxItemsPerContentRow } }, noVideos),
    // The request for the watch history fails for signed-out visitors. The page is complete without the
    // history.
    createApiClientFromContext(args)(listWatchHistory, { query: { limit: maxItemsPerContentRow } }).catch(
      () => null,
    ),
  ])
  return { spotlight, claims, fresh, followed, history }
}

const noVideos = { items: [], next_cursor: null }
const noSpotlight = { music: null, shows: null, stories: null, talent: null, challenges: null }
