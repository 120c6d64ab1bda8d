import { Link } from 'react-router'
import { genreLabel } from '#contract/discovery/genre-names.ts'
import { genres } from '#contract/content/genres.ts'
import { contentTypes } from '#contract/content/content-types.ts'
import { skeletonCardCount } from '#web/ui/cards/skeleton-card-count.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { CardCover } from '#web/ui/cards/card-cover.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { getCategoryHue } from '#web/ui/cards/category-hue.ts'
import { genrePageMessages } from '#web/messages/browse/genre-pages.ts'

/** Shows placeholder cards and suggested genres if a genre has no videos (specification, section 2). */
export function EmptyGenre({ genre }: { genre: string }) {
  return (
    <>
      <EmptyState
        title={genrePageMessages.coming}
        drawing="stage"
        action={
          <Link to={pagePaths.browse} className={getButtonClassName({ variant: 'primary' })}>
            {genrePageMessages.browse}
          </Link>
        }
      >
        {genre ? genrePageMessages.comingHelp({ genre }) : genrePageMessages.comingUnnamed}
      </EmptyState>
      {genre ? (
        <ul className="card-grid" aria-label={genrePageMessages.previews}>
          {placeholderTypes.map((type, at) => (
            <GenrePlaceholderCard key={at} letter={genre} type={type} />
          ))}
        </ul>
      ) : (
        <ul className="card-grid" aria-label={genrePageMessages.tiles}>
          {placeholderTypes.map((type, at) => (
            <GenreTile key={genreNames[at]} label={genreNames[at]!} type={type} />
          ))}
        </ul>
      )}
      <OtherGenres />
    </>
  )
}

const placeholderTypes = Array.from(
  { length: skeletonCardCount },
  (_, at) => contentTypes[at % contentTypes.length]!,
)

/** A tile that suggests a genre. The genre tiles are shown if the URL of the genre page contains no genre. */
function GenreTile({ label, type }: { label: string; type: string }) {
  return (
    <li className="card" data-hue={getCategoryHue(type)}>
      <p className="card-title">
        <Link to={pagePaths.genre(label)} className="card-link">
          {genreLabel(label)}
        </Link>
      </p>
      <div className="card-cover">
        <CardCover title={genreLabel(label)} type={type} />
      </div>
    </li>
  )
}

/** A placeholder that looks like a video card but cannot be clicked. */
function GenrePlaceholderCard({ letter, type }: { letter: string; type: string }) {
  return (
    <li className="genre-preview" data-hue={getCategoryHue(type)}>
      <div className="card-cover">
        <CardCover title={letter} type={type} />
      </div>
      <p className="card-title">{genrePageMessages.preview}</p>
    </li>
  )
}

const genreNames = [...new Set(Object.values(genres).flat())].filter((label) => label !== 'Other').toSorted()

function OtherGenres() {
  return (
    <nav aria-label={genrePageMessages.others}>
      <h2 className="genre-others">{genrePageMessages.others}</h2>
      <div className="chips">
        {genreNames.map((label) => (
          <Chip key={label} pressed={false} link={<Link to={pagePaths.genre(label)} />}>
            {genreLabel(label)}
          </Chip>
        ))}
      </div>
    </nav>
  )
}
