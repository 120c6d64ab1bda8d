import { Info, Play, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { MarketingClaims as ClaimsMade } from '#contract/discovery/marketing-claims.ts'
import { categories } from '#contract/discovery/categories.ts'
import { toContentType } from '#contract/content/content-types.ts'
import { pagePaths } from '#web/paths.ts'
import { cacheMarkup } from '#web/ui/cache-markup.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { CategoryIcon } from '#web/ui/cards/category-icon.tsx'
import { homeMessages } from '#web/messages/browse/home.ts'

const heroCategories = ['music', 'shows', 'stories', 'talent', 'challenges', 'live'] as const

export const HomeHero = cacheMarkup(UncachedHomeHero)

function UncachedHomeHero({ claims }: { claims: ClaimsMade | null }) {
  return (
    <section className="hero">
      <div className="page-inside hero-inside">
        <div className="hero-words">
          <p className="hero-stamp">{homeMessages.stamp}</p>
          <h1 className="poster-type hero-title">
            {homeMessages.poster.first} <br />
            {homeMessages.poster.second} <span className="hero-bell">{homeMessages.poster.bell}</span>
          </h1>
          <p className="hero-line">{homeMessages.line}</p>
          <p className="hero-buttons">
            <Link
              to={pagePaths.category('shows')}
              className={getButtonClassName({ variant: 'primary', size: 'large' })}
            >
              <Play fill="currentColor" aria-hidden="true" /> {homeMessages.shows}
            </Link>
            <Link to={pagePaths.uploadPage()} className={getButtonClassName({ size: 'large' })}>
              <Plus aria-hidden="true" /> {homeMessages.create}
            </Link>
            <Link to={pagePaths.about} className={getButtonClassName({ variant: 'ghost', size: 'large' })}>
              <Info aria-hidden="true" /> {homeMessages.about}
            </Link>
          </p>
        </div>
        <nav className="doors" aria-label={homeMessages.categories}>
          {heroCategories.map((name) => (
            <CategoryTile key={name} name={name} />
          ))}
        </nav>
        {claims && <HomeClaimList claims={claims} />}
      </div>
    </section>
  )
}

function CategoryTile({ name }: { name: (typeof heroCategories)[number] }) {
  const { path, label, upload } = categories[name]
  return (
    <Link to={path} prefetch="intent" className="poster door" data-hue={toContentType(upload)}>
      <span className="door-icon">
        <CategoryIcon category={name} size={120} />
      </span>
      <span className="door-label">{label}</span>
    </Link>
  )
}

/**
 * Shows the claims that the home page makes about this site. The claim "No ads" appears only if the site
 * shows no ads. "Zero toxicity" links to the Safety Center.
 */
function HomeClaimList({ claims }: { claims: ClaimsMade }) {
  return (
    <ul className="claims">
      <li>
        <b>{claims.videos}</b> {homeMessages.claims.videos}
      </li>
      <li>
        <b>{claims.quality}</b> {homeMessages.claims.quality}
      </li>
      <li>
        <b>{homeMessages.claims.free}</b>{' '}
        {claims.ads ? homeMessages.claims.toWatch : homeMessages.claims.noAds}
      </li>
      {claims.zero_toxicity && (
        <li>
          <Link to={pagePaths.safety}>
            <b>{homeMessages.claims.zero}</b> {homeMessages.claims.toxicity}
          </Link>
        </li>
      )}
    </ul>
  )
}
