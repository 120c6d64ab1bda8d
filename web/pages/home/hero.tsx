import { Play, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { categories } from '#contract/categories.ts'
import { storedType } from '#contract/kinds.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { CategoryIcon } from '#web/ui/category-icon.tsx'

const doors = ['music', 'shows', 'stories', 'talent', 'challenges', 'live'] as const

export function Hero({ ads }: { ads: boolean }) {
  return (
    <section className="hero">
      <div className="page-inside hero-inside">
        <div className="hero-words">
          <p className="hero-stamp">Built for Teens • Ages 13–19</p>
          <h1 className="poster-type hero-title">
            Loud after <br />
            the last <span className="hero-bell">bell</span>
          </h1>
          <p className="hero-line">
            Music, shows, stories and whatever you came up with on the bus. Made by teens, watched by teens.
          </p>
          <p className="hero-buttons">
            <Link to={paths.category('shows')} className={buttonClass({ variant: 'primary', size: 'large' })}>
              <Play fill="currentColor" aria-hidden="true" /> Watch shows
            </Link>
            <Link to={paths.create()} className={buttonClass({ size: 'large' })}>
              <Plus aria-hidden="true" /> Start creating
            </Link>
          </p>
        </div>
        <nav className="doors" aria-label="Categories">
          {doors.map((name) => (
            <Door key={name} name={name} />
          ))}
        </nav>
        <Claims ads={ads} />
      </div>
    </section>
  )
}

function Door({ name }: { name: (typeof doors)[number] }) {
  const { path, label, upload } = categories[name]
  return (
    <Link to={path} prefetch="intent" className="poster door" data-hue={storedType(upload)}>
      <span className="door-icon">
        <CategoryIcon category={name} size={120} />
      </span>
      <span className="door-label">{label}</span>
    </Link>
  )
}

/** Ruling 20: the home page's claims as the specification has them; "no ads" only while there are none. */
function Claims({ ads }: { ads: boolean }) {
  return (
    <ul className="claims">
      <li>
        <b>10K+</b> teen-made videos
      </li>
      <li>
        <b>4K</b> quality
      </li>
      <li>
        <b>Free</b> {ads ? 'to watch' : 'with no ads'}
      </li>
      <li>
        <b>Zero</b> toxicity
      </li>
    </ul>
  )
}
