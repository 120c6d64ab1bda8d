import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { categories, type SpotlightCategory, spotlightCategories } from '#contract/categories.ts'
import type { Content } from '#contract/content.ts'
import { storedType } from '#contract/kinds.ts'
import { shownAs } from '#web/ui/pictures.ts'
import { ContentCard } from '#web/features/content-card.tsx'
import { paths } from '#web/paths.ts'
import { CategoryIcon } from '#web/ui/category-icon.tsx'
import { words } from '#web/words/home.ts'
import { whenOnline } from '#web/ui/when-online.ts'

const PlayerDialog = lazy(whenOnline(() => import('#web/features/player/player-dialog.tsx')))

interface Props {
  spotlight: Record<SpotlightCategory, Content | null>
  onDetails: (item: Content) => void
}

/** Video of the Week: the newest of the last seven days, one per category. */
export function Spotlight({ spotlight, onDetails }: Props) {
  const [playing, setPlaying] = useState<Content>()
  return (
    <section aria-labelledby="spotlight">
      <h2 id="spotlight" className="spotlight-title">
        {words.spotlight}
      </h2>
      <div className="spotlight-grid">
        {spotlightCategories.map((name, index) => {
          const item = spotlight[name]
          return (
            <div key={name} className="spotlight-place" data-hue={storedType(categories[name].upload)}>
              <p className="spotlight-label">
                <CategoryIcon category={name} size={18} /> {categories[name].label}
              </p>
              {item ? (
                <ContentCard
                  item={item}
                  onDetails={onDetails}
                  onPlay={setPlaying}
                  priority={index === 0}
                  sizes={index === 0 ? shownAs.wide : undefined}
                />
              ) : (
                <NoneYet name={name} />
              )}
            </div>
          )
        })}
      </div>
      {playing && (
        <Suspense>
          <PlayerDialog
            key={playing.id}
            item={playing}
            next={after(playing, spotlight)}
            onNext={setPlaying}
            onClose={() => setPlaying(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The next of them that can be played, from the first again after the last. */
function after({ id }: Content, spotlight: Props['spotlight']): Content | undefined {
  const items = spotlightCategories.map((name) => spotlight[name]).filter((item) => item !== null)
  const at = items.findIndex((item) => item.id === id)
  return [...items.slice(at + 1), ...items.slice(0, at)].find((item) => item.stream_url)
}

function NoneYet({ name }: { name: SpotlightCategory }) {
  return (
    <Link to={paths.create(categories[name].upload)} className="none-yet">
      {words.noneYet}
    </Link>
  )
}
