import { Search } from 'lucide-react'
import { useState } from 'react'
import { Form, Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { topics } from '#web/words/help-topics.ts'
import { faqs, words } from '#web/words/help.ts'
import type { Route } from './+types/help.ts'
import { PageDrawing } from './company/drawings.tsx'
import { PageHead } from './company/page-head.tsx'
import { Entry } from './help/entry.tsx'
import { find } from './help/find.ts'
import './help/help.css'
import { metaOf } from './meta.ts'
import { useSite } from './use-site.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { query: (url.searchParams.get('q') ?? '').slice(0, 200) }
}

export function meta(args: Route.MetaArgs) {
  const noindex = Boolean(args.loaderData?.query)
  return metaOf(args, { title: words.kicker, description: words.description, noindex })
}

/** Topics, five questions, and a search box over all of it: as one types, and without script by `?q=`. */
export default function HelpPage({ loaderData }: Route.ComponentProps) {
  const [query, setQuery] = useState(loaderData.query)
  const { ads = false } = useSite()
  const most = faqs(ads)
  return (
    <>
      <PageHead {...words} hue="talent" drawing={<PageDrawing name="lifebuoy" />}>
        <search>
          <Form method="get" className="help-search" preventScrollReset>
            <label htmlFor="help-q" className="sr-only">
              {words.label}
            </label>
            <input
              id="help-q"
              type="search"
              name="q"
              className="input"
              placeholder={words.placeholder}
              maxLength={200}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            <Button type="submit" variant="ink">
              <Search aria-hidden="true" /> {words.search}
            </Button>
          </Form>
        </search>
      </PageHead>
      <div className="page-inside page-body">
        {query.trim() ? (
          <Results query={query.trim()} most={most} clear={() => setQuery('')} />
        ) : (
          <Topics most={most} />
        )}
        <Contact />
      </div>
    </>
  )
}

type Entries = ReturnType<typeof faqs>

function Results({ query, most, clear }: { query: string; most: Entries; clear: () => void }) {
  const found = find([...most, ...topics.flatMap((topic) => topic.entries)], query)
  return (
    <section aria-labelledby="found">
      <h2 id="found">
        <output>{found.length > 0 ? words.found(found.length, query) : words.none(query)}</output>
      </h2>
      {found.length === 0 && <p className="mt-3">{words.noneText}</p>}
      <div className="help-answers">
        {found.map((entry) => (
          <Entry key={`${query}-${entry.id}`} entry={entry} heading="h3" />
        ))}
      </div>
      <Link to={paths.help} onClick={clear} className={buttonClass({}, 'mt-6')}>
        {words.all}
      </Link>
    </section>
  )
}

function Topics({ most }: { most: Entries }) {
  return (
    <>
      <section aria-labelledby="topics">
        <h2 id="topics">{words.topics}</h2>
        <div className="help-topics">
          {topics.map(({ id, title, entries }) => (
            <section key={id} className="help-topic" aria-labelledby={id}>
              <h3 id={id}>{title}</h3>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} folded />
              ))}
            </section>
          ))}
        </div>
      </section>
      <section aria-labelledby="faqs">
        <h2 id="faqs">{words.faqs}</h2>
        <div className="help-answers">
          {most.map((entry) => (
            <Entry key={entry.id} entry={entry} folded />
          ))}
        </div>
      </section>
    </>
  )
}

function Contact() {
  return (
    <section className="help-contact" aria-labelledby="contact">
      <div>
        <h2 id="contact">{words.contactTitle}</h2>
        <p className="mt-3">{words.contactText}</p>
        <Link to={paths.contact} className={buttonClass({ variant: 'primary', size: 'large' }, 'mt-5')}>
          {words.contact}
        </Link>
      </div>
      <dl className="help-times" aria-label={words.timesCaption}>
        {words.times.map(([what, when]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{when}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
