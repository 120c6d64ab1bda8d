import { Bug, Clapperboard, Code, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { careersMessages } from '#web/messages/company/careers.ts'
import type { Route } from './+types/careers-page.ts'
import { PageIllustration } from '../layout/page-illustrations.tsx'
import { InfoPageHeader } from '../layout/info-page-header.tsx'
import { buildPageMeta, getSiteInfoFromRouteMatches } from '../layout/page-meta.ts'

export function meta(args: Route.MetaArgs) {
  const { name } = getSiteInfoFromRouteMatches(args.matches)
  return buildPageMeta(args, {
    title: careersMessages.kicker,
    description: careersMessages.description({ name }),
  })
}

const getContributionLinks = () => [
  { hue: 'music', icon: <Code />, to: pagePaths.apiDocs, label: careersMessages.api, document: true },
  { hue: 'live', icon: <Bug />, to: pagePaths.contactWithSubject('report'), label: careersMessages.safety },
  { hue: 'stories', icon: <PenLine />, to: pagePaths.contact, label: careersMessages.contact },
  { hue: 'talent', icon: <Clapperboard />, to: pagePaths.uploadPage(), label: careersMessages.create },
]

/** Tells visitors that there are no open jobs and suggests alternatives. */
export default function CareersPage() {
  return (
    <>
      <InfoPageHeader {...careersMessages} hue="challenges" drawing={<PageIllustration name="backpack" />} />
      <div className="page-inside page-body">
        <section aria-labelledby="open" className="page-text">
          <h2 id="open">{careersMessages.openTitle}</h2>
          <p>{careersMessages.open}</p>
          <p className="text-quiet">{careersMessages.adults}</p>
        </section>
        <section aria-labelledby="ways">
          <h2 id="ways">{careersMessages.waysTitle}</h2>
          <div className="page-tiles">
            {careersMessages.ways.map((way, index) => (
              <ContributionCard key={way.title} {...way} {...getContributionLinks()[index]!} />
            ))}
          </div>
        </section>
        <section aria-labelledby="work" className="page-text">
          <h2 id="work">{careersMessages.workTitle}</h2>
          <ul className="list-disc space-y-2 ps-5">
            {careersMessages.work.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="hello" className="page-text">
          <h2 id="hello">{careersMessages.writeTitle}</h2>
          <p>{careersMessages.write}</p>
          <Link to={pagePaths.contact} className={getButtonClassName({ variant: 'primary', size: 'large' })}>
            {careersMessages.contact}
          </Link>
        </section>
      </div>
    </>
  )
}

interface ContributionCardProps {
  hue: string
  icon: ReactNode
  title: string
  text: string
  to: string
  label: string
  document?: boolean
}

function ContributionCard({ hue, icon, title, text, to, label, document }: ContributionCardProps) {
  return (
    <article className="page-tile" data-hue={hue}>
      <span className="text-hue-ink" aria-hidden="true">
        {icon}
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
      <p className="page-tile-end">
        <Link to={to} reloadDocument={document} className={getButtonClassName({ size: 'small' })}>
          {label}
        </Link>
      </p>
    </article>
  )
}
