import { Info, Play, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { Claims as ClaimsMade } from '#contract/claims.ts'
import { categories } from '#contract/categories.ts'
import { storedType } from '#contract/kinds.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { CategoryIcon } from '#web/ui/category-icon.tsx'
import { words } from '#web/words/home.ts'

const doors = ['music', 'shows', 'stories', 'talent', 'challenges', 'live'] as const

export function Hero({ claims }: { claims: ClaimsMade | null }) {
  return (
    <section className="hero">
      <div className="page-inside hero-inside">
        <div className="hero-words">
          <p className="hero-stamp">{words.stamp}</p>
          <h1 className="poster-type hero-title">
            {words.poster.first} <br />
            {words.poster.second} <span className="hero-bell">{words.poster.bell}</span>
          </h1>
          <p className="hero-line">{words.line}</p>
          <p className="hero-buttons">
            <Link to={paths.category('shows')} className={buttonClass({ variant: 'primary', size: 'large' })}>
              <Play fill="currentColor" aria-hidden="true" /> {words.shows}
            </Link>
            <Link to={paths.create()} className={buttonClass({ size: 'large' })}>
              <Plus aria-hidden="true" /> {words.create}
            </Link>
            <Link to={paths.about} className={buttonClass({ variant: 'ghost', size: 'large' })}>
              <Info aria-hidden="true" /> {words.about}
            </Link>
          </p>
        </div>
        <nav className="doors" aria-label={words.categories}>
          {doors.map((name) => (
            <Door key={name} name={name} />
          ))}
        </nav>
        {claims && <Claims claims={claims} />}
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

/** Ruling 20: as configured; "no ads" only while there are none, and "zero toxicity" leads to what enforces it. */
function Claims({ claims }: { claims: ClaimsMade }) {
  return (
    <ul className="claims">
      <li>
        <b>{claims.videos}</b> {words.claims.videos}
      </li>
      <li>
        <b>{claims.quality}</b> {words.claims.quality}
      </li>
      <li>
        <b>{words.claims.free}</b> {claims.ads ? words.claims.toWatch : words.claims.noAds}
      </li>
      {claims.zero_toxicity && (
        <li>
          <Link to={paths.safety}>
            <b>{words.claims.zero}</b> {words.claims.toxicity}
          </Link>
        </li>
      )}
    </ul>
  )
}
