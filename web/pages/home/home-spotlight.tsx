import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { categories, type SpotlightCategory, spotlightCategories } from '#contract/discovery/categories.ts'
import type { Content } from '#contract/content/content.ts'
import { toContentType } from '#contract/content/content-types.ts'
import { imageSizesByLayout } from '#web/ui/cards/responsive-images.ts'
import { ContentCard } from '#web/features/content/content-card.tsx'
import { pagePaths } from '#web/paths.ts'
import { CategoryIcon } from '#web/ui/cards/category-icon.tsx'
import { homeMessages } from '#web/messages/browse/home.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const LazyPlayerDialog = lazy(retryWhenOnline(() => import('#web/features/watch-session/player-dialog.tsx')))

interface HomeSpotlightProps {
  spotlight: Record<SpotlightCategory, Content | null>
  onDetails: (item: Content) => void
}

/** Shows the Videos of the Week: the newest video from the last seven days in each category. */
export function HomeSpotlight({ spotlight, onDetails }: HomeSpotlightProps) {
  const [playing, setPlaying] = useState<Content>()
  return (
    <section aria-labelledby="spotlight">
      <h2 id="spotlight" className="spotlight-title">
        {homeMessages.spotlight}
      </h2>
      <div className="spotlight-grid">
        {spotlightCategories.map((name, index) => {
          const item = spotlight[name]
          return (
            <div key={name} className="spotlight-place" data-hue={toContentType(categories[name].upload)}>
              <p className="spotlight-label">
                <CategoryIcon category={name} size={18} /> {categories[name].label}
              </p>
              {item ? (
                <ContentCard
                  item={item}
                  onDetails={onDetails}
                  onPlay={setPlaying}
                  priority={index === 0}
                  sizes={index === 0 ? imageSizesByLayout.wide : undefined}
                />
              ) : (
                <EmptySpotlightSlot name={name} />
              )}
            </div>
          )
        })}
      </div>
      {playing && (
        <Suspense>
          <LazyPlayerDialog
            key={playing.id}
            item={playing}
            next={getNextPlayable(playing, spotlight)}
            onNext={setPlaying}
            onClose={() => setPlaying(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

/**
 * Returns the next video in the spotlight that can be played. After the last video, the search continues with
 * the first one.
 */
function getNextPlayable({ id }: Content, spotlight: HomeSpotlightProps['spotlight']): Content | undefined {
  const items = spotlightCategories.map((name) => spotlight[name]).filter((item) => item !== null)
  const at = items.findIndex((item) => item.id === id)
  return [...items.slice(at + 1), ...items.slice(0, at)].find((item) => item.stream_url)
}

function EmptySpotlightSlot({ name }: { name: SpotlightCategory }) {
  return (
    <Link to={pagePaths.uploadPage(categories[name].upload)} className="none-yet">
      {homeMessages.noneYet}
    </Link>
  )
}
