import { getClaims } from '#contract/claims.ts'
import { getSpotlight } from '#contract/category-pages.ts'
import { listContent } from '#contract/content.ts'
import { recentPerRow } from '#contract/limits.ts'
import type { Route } from './+types/home.ts'
import { askOf, listsOf } from './ask.ts'
import { leadOn } from './home/confirmed.ts'
import { HomeScreen } from './home/screen.tsx'
import { type MetaFacts, metaOf, siteOf } from './meta.ts'
import { words } from '#web/words/home.ts'

export async function loader(args: Route.LoaderArgs) {
  await leadOn(askOf(args), args.url)
  const list = listsOf(args)
  const [spotlight, claims, fresh, followed] = await Promise.all([
    list(getSpotlight, {}, noSpotlight),
    list(getClaims, {}, null),
    list(listContent, { query: { limit: recentPerRow } }, none),
    list(listContent, { query: { followed: 'true', limit: recentPerRow } }, none),
  ])
  return { spotlight, claims, fresh, followed }
}

const none = { items: [], next_cursor: null }
const noSpotlight = { music: null, shows: null, stories: null, talent: null, challenges: null }

export function meta(args: MetaFacts) {
  const { name } = siteOf(args.matches)
  return metaOf(args, {
    title: words.title(name),
    description: words.description,
    canonical: '/',
    shelf: true,
  })
}

export default function Home({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  return <HomeScreen {...loaderData} />
}
