import { ContentCard } from '#web/features/content-card.tsx'
import { Row } from '#web/ui/row.tsx'
import { words } from '#web/words/home.ts'
import type { loader } from '../home.tsx'
import { useDetails } from '../use-details.tsx'
import { useSite } from '../use-site.ts'
import { useConfirmed } from './confirmed.ts'
import { Hero } from './hero.tsx'
import { Spotlight } from './spotlight.tsx'
import { YourTurn } from './your-turn.tsx'
import './home.css'

/** The home screen with the data of whatever page shows it: a page’s own component is always given that page’s. */
export function HomeScreen({ spotlight, claims, fresh, followed }: Awaited<ReturnType<typeof loader>>) {
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
