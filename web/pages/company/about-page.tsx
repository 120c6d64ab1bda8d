import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { aboutPageMessages } from '#web/messages/company/about.ts'
import type { Route } from './+types/about-page.ts'
import './about.css'
import { PageIllustration } from '../layout/page-illustrations.tsx'
import { InfoPageHeader } from '../layout/info-page-header.tsx'
import { buildPageMeta, getSiteInfoFromRouteMatches } from '../layout/page-meta.ts'
import { useSiteInfo } from '../layout/use-site-info.ts'

export function meta(args: Route.MetaArgs) {
  const { name } = getSiteInfoFromRouteMatches(args.matches)
  return buildPageMeta(args, {
    title: aboutPageMessages.kicker,
    description: aboutPageMessages.description({ name }),
  })
}

/** The page about this site, with the founder's letter and the site's principles. */
export default function AboutPage() {
  return (
    <>
      <InfoPageHeader {...aboutPageMessages} hue="movies" drawing={<PageIllustration name="desk" />} />
      <div className="page-inside page-body">
        <FounderLetter />
        <section aria-labelledby="promises">
          <h2 id="promises">{aboutPageMessages.promisesTitle}</h2>
          <ol className="promises">
            {aboutPageMessages.promises.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <nav aria-label={aboutPageMessages.nextTitle} className="flex flex-wrap gap-3">
          <Link
            to={pagePaths.uploadPage()}
            className={getButtonClassName({ variant: 'primary', size: 'large' })}
          >
            {aboutPageMessages.next.create}
          </Link>
          <Link to={pagePaths.safety} className={getButtonClassName({ size: 'large' })}>
            {aboutPageMessages.next.safety}
          </Link>
          <Link to={pagePaths.careers} className={getButtonClassName({ size: 'large' })}>
            {aboutPageMessages.next.careers}
          </Link>
        </nav>
      </div>
    </>
  )
}

function FounderLetter() {
  const { name, contact } = useSiteInfo()
  return (
    <section className="letter" aria-labelledby="letter">
      <h2 id="letter" className="sr-only">
        {aboutPageMessages.letterTitle}
      </h2>
      {aboutPageMessages.letter.map((paragraph) => (
        <p key={paragraph({ name })}>{paragraph({ name })}</p>
      ))}
      <p className="letter-signed">{aboutPageMessages.signed({ name })}</p>
      <a
        href={`mailto:${contact}?subject=${encodeURIComponent(aboutPageMessages.mailSubject)}`}
        className={getButtonClassName({}, 'mt-6')}
      >
        {aboutPageMessages.write}
      </a>
    </section>
  )
}
