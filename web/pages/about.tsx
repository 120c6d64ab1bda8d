import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/about.ts'
import type { Route } from './+types/about.ts'
import './company/about.css'
import { PageDrawing } from './company/drawings.tsx'
import { PageHead } from './company/page-head.tsx'
import { metaOf, siteOf } from './meta.ts'
import { useSite } from './use-site.ts'

export function meta(args: Route.MetaArgs) {
  const { name } = siteOf(args.matches)
  return metaOf(args, { title: words.kicker, description: words.description(name) })
}

/** The founder's page: a letter, and what they hold on to. */
export default function AboutPage() {
  return (
    <>
      <PageHead {...words} hue="movies" drawing={<PageDrawing name="desk" />} />
      <div className="page-inside page-body">
        <Letter />
        <section aria-labelledby="promises">
          <h2 id="promises">{words.promisesTitle}</h2>
          <ol className="promises">
            {words.promises.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <nav aria-label={words.nextTitle} className="flex flex-wrap gap-3">
          <Link to={paths.create()} className={buttonClass({ variant: 'primary', size: 'large' })}>
            {words.next.create}
          </Link>
          <Link to={paths.safety} className={buttonClass({ size: 'large' })}>
            {words.next.safety}
          </Link>
          <Link to={paths.careers} className={buttonClass({ size: 'large' })}>
            {words.next.careers}
          </Link>
        </nav>
      </div>
    </>
  )
}

function Letter() {
  const { name, contact } = useSite()
  return (
    <section className="letter" aria-labelledby="letter">
      <h2 id="letter" className="sr-only">
        {words.letterTitle}
      </h2>
      {words.letter(name).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className="letter-signed">{words.signed(name)}</p>
      <a
        href={`mailto:${contact}?subject=${encodeURIComponent(words.mailSubject)}`}
        className={buttonClass({}, 'mt-6')}
      >
        {words.write}
      </a>
    </section>
  )
}
