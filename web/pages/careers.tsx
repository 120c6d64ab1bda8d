import { Bug, Clapperboard, Code, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/careers.ts'
import type { Route } from './+types/careers.ts'
import { PageDrawing } from './company/drawings.tsx'
import { PageHead } from './company/page-head.tsx'
import { metaOf, siteOf } from './meta.ts'

export function meta(args: Route.MetaArgs) {
  const { name } = siteOf(args.matches)
  return metaOf(args, { title: words.kicker, description: words.description(name) })
}

const doors = [
  { hue: 'music', icon: <Code />, to: paths.apiDocs, label: words.api, document: true },
  { hue: 'live', icon: <Bug />, to: paths.contactAbout('report'), label: words.safety },
  { hue: 'stories', icon: <PenLine />, to: paths.contact, label: words.contact },
  { hue: 'talent', icon: <Clapperboard />, to: paths.create(), label: words.create },
]

/** There are no jobs, and it says so; what one can do instead. */
export default function CareersPage() {
  return (
    <>
      <PageHead {...words} hue="challenges" drawing={<PageDrawing name="backpack" />} />
      <div className="page-inside page-body">
        <section aria-labelledby="open" className="page-text">
          <h2 id="open">{words.openTitle}</h2>
          <p>{words.open}</p>
          <p className="text-quiet">{words.adults}</p>
        </section>
        <section aria-labelledby="ways">
          <h2 id="ways">{words.waysTitle}</h2>
          <div className="page-tiles">
            {words.ways.map((way, at) => (
              <Way key={way.title} {...way} {...doors[at]!} />
            ))}
          </div>
        </section>
        <section aria-labelledby="work" className="page-text">
          <h2 id="work">{words.workTitle}</h2>
          <ul className="list-disc space-y-2 pl-5">
            {words.work.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="hello" className="page-text">
          <h2 id="hello">{words.writeTitle}</h2>
          <p>{words.write}</p>
          <Link to={paths.contact} className={buttonClass({ variant: 'primary', size: 'large' })}>
            {words.contact}
          </Link>
        </section>
      </div>
    </>
  )
}

interface WayProps {
  hue: string
  icon: ReactNode
  title: string
  text: string
  to: string
  label: string
  document?: boolean
}

function Way({ hue, icon, title, text, to, label, document }: WayProps) {
  return (
    <article className="page-tile" data-hue={hue}>
      <span className="text-hue-ink" aria-hidden="true">
        {icon}
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
      <p className="page-tile-end">
        <Link to={to} reloadDocument={document} className={buttonClass({ size: 'small' })}>
          {label}
        </Link>
      </p>
    </article>
  )
}
