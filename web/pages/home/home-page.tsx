import { getHomePageClaims } from '#contract/discovery/home-page-claims.ts'
import { getSpotlight } from '#contract/discovery/category-pages.ts'
import { listContent } from '#contract/content/content.ts'
import { itemsPerRow } from '#contract/limits.ts'
import type { Route } from './+types/home-page.ts'
import { createLoaderApiClient, createFallbackApiClient } from '#web/api/loader-api-client.ts'
import { redirectToSignInAfterConfirmation } from './email-confirmation-landing.ts'
import { HomeScreen } from './home-screen.tsx'
import { type PageMetaArgs, buildPageMeta, getSiteFromMatches } from '../layout/page-meta.ts'
import { homeMessages } from '#web/messages/browse/home.ts'

export async function loader(args: Route.LoaderArgs) {
  await redirectToSignInAfterConfirmation(createLoaderApiClient(args), args.url)
  const list = createFallbackApiClient(args)
  const [spotlight, claims, fresh, followed] = await Promise.all([
    list(getSpotlight, {}, noSpotlight),
    list(getHomePageClaims, {}, null),
    list(listContent, { query: { limit: itemsPerRow } }, noVideos),
    list(listContent, { query: { followed: 'true', limit: itemsPerRow } }, noVideos),
  ])
  return { spotlight, claims, fresh, followed }
}

const noVideos = { items: [], next_cursor: null }
const noSpotlight = { music: null, shows: null, stories: null, talent: null, challenges: null }

export function meta(args: PageMetaArgs) {
  const { name } = getSiteFromMatches(args.matches)
  return buildPageMeta(args, {
    title: homeMessages.title(name),
    description: homeMessages.description,
    canonical: '/',
    shelf: true,
  })
}

export default function HomePage({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  return <HomeScreen {...loaderData} />
}
