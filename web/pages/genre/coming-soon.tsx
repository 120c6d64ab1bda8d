import { Link } from 'react-router'
import { genres } from '#contract/genres.ts'
import { contentTypes } from '#contract/kinds.ts'
import { skeletonCards } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { CardCover } from '#web/ui/card-cover.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { categoryOf } from '#web/ui/hue.ts'
import { words } from '#web/words/genre.ts'

/** A genre that nobody has uploaded yet: placeholder cards, and ways on (specification, section 2). */
export function ComingSoon({ genre }: { genre: string }) {
  return (
    <>
      <EmptyState
        title={words.coming}
        drawing="stage"
        action={
          <Link to={paths.browse} className={buttonClass({ variant: 'primary' })}>
            {words.browse}
          </Link>
        }
      >
        {genre ? words.comingHelp(genre) : words.comingUnnamed}
      </EmptyState>
      {genre ? (
        <ul className="card-grid" aria-label={words.previews}>
          {types.map((type, at) => (
            <Preview key={at} letter={genre} type={type} />
          ))}
        </ul>
      ) : (
        <ul className="card-grid" aria-label={words.tiles}>
          {types.map((type, at) => (
            <Tile key={labels[at]} label={labels[at]!} type={type} />
          ))}
        </ul>
      )}
      <Others />
    </>
  )
}

const types = Array.from({ length: skeletonCards }, (_, at) => contentTypes[at % contentTypes.length]!)

/** A genre to go to, where no genre was named. */
function Tile({ label, type }: { label: string; type: string }) {
  return (
    <li className="card" data-hue={categoryOf(type)}>
      <p className="card-title">
        <Link to={paths.genre(label)} className="card-link">
          {label}
        </Link>
      </p>
      <div className="card-cover">
        <CardCover title={label} type={type} />
      </div>
    </li>
  )
}

/** Looks like a card to come; is nothing to press. */
function Preview({ letter, type }: { letter: string; type: string }) {
  return (
    <li className="genre-preview" data-hue={categoryOf(type)}>
      <div className="card-cover">
        <CardCover title={letter} type={type} />
      </div>
      <p className="card-title">{words.preview}</p>
    </li>
  )
}

const labels = [...new Set(Object.values(genres).flat())].filter((label) => label !== 'Other').toSorted()

function Others() {
  return (
    <nav aria-label={words.others}>
      <h2 className="genre-others">{words.others}</h2>
      <div className="chips">
        {labels.map((label) => (
          <Chip key={label} pressed={false} link={<Link to={paths.genre(label)} />}>
            {label}
          </Chip>
        ))}
      </div>
    </nav>
  )
}
