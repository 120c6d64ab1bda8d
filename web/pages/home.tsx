import { getClaims } from '#contract/claims.ts'
import { getSpotlight, listContent } from '#contract/content.ts'
import { recentPerRow } from '#contract/limits.ts'
import { ContentCard } from '#web/features/content-card.tsx'
import { Row } from '#web/ui/row.tsx'
import type { Route } from './+types/home.ts'
import { askOf, listsOf } from './ask.ts'
import { leadOn, useConfirmed } from './home/confirmed.ts'
import { Hero } from './home/hero.tsx'
import { Spotlight } from './home/spotlight.tsx'
import { YourTurn } from './home/your-turn.tsx'
import './home/home.css'
import { type MetaFacts, metaOf, siteOf } from './meta.ts'
import { useDetails } from './use-details.tsx'
import { useSite } from './use-site.ts'
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
  return { spotlight, claims, fresh: fresh.items, followed: followed.items }
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

type Props = { loaderData: Awaited<ReturnType<typeof loader>> }

export default function Home({ loaderData: { spotlight, claims, fresh, followed } }: Props) {
  useConfirmed()
  const site = useSite()
  const [open, dialog] = useDetails()
  return (
    <>
      <Hero claims={claims} />
      <div className="page-inside home-rows">
        <Spotlight spotlight={spotlight} onDetails={open} />
        {followed.length > 0 && (
          <Row title={words.followed}>
            {followed.map((item) => (
              <ContentCard key={item.id} item={item} onDetails={open} showType />
            ))}
          </Row>
        )}
        {fresh.length > 0 && (
          <Row title={words.fresh(site.name)}>
            {fresh.map((item) => (
              <ContentCard key={item.id} item={item} onDetails={open} showType />
            ))}
          </Row>
        )}
        <YourTurn />
      </div>
      {dialog}
    </>
  )
}
