import { ContentCard } from '#web/features/content-card.tsx'
import { SeeAll } from '#web/features/see-all.tsx'
import { type HomeList, paths } from '#web/paths.ts'
import { rowSizes } from '#web/ui/pictures.ts'
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
        {followed.items.length > 0 && (
          <Row title={words.followed} more={moreOf('following', words.followed, followed)}>
            {followed.items.map((item) => (
              <ContentCard
                key={item.id}
                item={item}
                onDetails={open}
                showType
                sizes={rowSizes(followed.items.length)}
              />
            ))}
          </Row>
        )}
        {fresh.items.length > 0 && (
          <Row title={words.fresh(site.name)} more={moreOf('new', words.fresh(site.name), fresh)}>
            {fresh.items.map((item) => (
              <ContentCard
                key={item.id}
                item={item}
                onDetails={open}
                showType
                sizes={rowSizes(fresh.items.length)}
              />
            ))}
          </Row>
        )}
        <YourTurn />
      </div>
      {dialog}
    </>
  )
}

function moreOf(list: HomeList, title: string, { next_cursor }: { next_cursor: string | null }) {
  return next_cursor !== null && <SeeAll to={paths.allOf(list)} title={title} />
}
