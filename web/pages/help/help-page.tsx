import { Search } from 'lucide-react'
import { useState } from 'react'
import { Form, Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { helpTopics } from '#web/messages/help/help-topics.ts'
import { buildHelpFaqs, helpCenterMessages } from '#web/messages/help/help-center.ts'
import type { Route } from './+types/help-page.ts'
import { PageIllustration } from '../layout/page-illustrations.tsx'
import { InfoPageHeader } from '../layout/info-page-header.tsx'
import { HelpEntryItem } from './help-entry-item.tsx'
import { searchHelpEntries } from './help-search.ts'
import './help.css'
import { buildPageMeta } from '../layout/page-meta.ts'
import { useSiteInfo } from '../layout/use-site-info.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { query: (url.searchParams.get('q') ?? '').slice(0, 200) }
}

export function meta(args: Route.MetaArgs) {
  const noindex = Boolean(args.loaderData?.query)
  return buildPageMeta(args, {
    title: helpCenterMessages.kicker,
    description: helpCenterMessages.description,
    noindex,
  })
}

/**
 * The Help Center, with topics, five frequently asked questions, and a search in all entries. The search
 * results are updated while the user is typing. Without JavaScript, `?q=` in the URL contains the query.
 */
export default function HelpPage({ loaderData }: Route.ComponentProps) {
  const [query, setQuery] = useState(loaderData.query)
  const { ads = false } = useSiteInfo()
  const most = buildHelpFaqs(ads)
  return (
    <>
      <InfoPageHeader {...helpCenterMessages} hue="talent" drawing={<PageIllustration name="lifebuoy" />}>
        <search>
          <Form method="get" className="help-search" preventScrollReset>
            <label htmlFor="help-q" className="sr-only">
              {helpCenterMessages.label}
            </label>
            <input
              id="help-q"
              type="search"
              name="q"
              className="input"
              placeholder={helpCenterMessages.placeholder}
              maxLength={200}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            <Button type="submit" variant="ink">
              <Search aria-hidden="true" /> {helpCenterMessages.search}
            </Button>
          </Form>
        </search>
      </InfoPageHeader>
      <div className="page-inside page-body">
        {query.trim() ? (
          <HelpResults query={query.trim()} most={most} clear={() => setQuery('')} />
        ) : (
          <HelpTopicList most={most} />
        )}
        <HelpContact />
      </div>
    </>
  )
}

type HelpEntries = ReturnType<typeof buildHelpFaqs>

function HelpResults({ query, most, clear }: { query: string; most: HelpEntries; clear: () => void }) {
  const results = searchHelpEntries([...most, ...helpTopics.flatMap((topic) => topic.entries)], query)
  return (
    <section aria-labelledby="found">
      <h2 id="found">
        <output>
          {results.length > 0
            ? helpCenterMessages.found({ count: results.length, query })
            : helpCenterMessages.none({ query })}
        </output>
      </h2>
      {results.length === 0 && <p className="mt-3">{helpCenterMessages.noneText}</p>}
      <div className="help-answers">
        {results.map((entry) => (
          <HelpEntryItem key={`${query}-${entry.id}`} entry={entry} heading="h3" />
        ))}
      </div>
      <Link to={pagePaths.help} onClick={clear} className={getButtonClassName({}, 'mt-6')}>
        {helpCenterMessages.all}
      </Link>
    </section>
  )
}

function HelpTopicList({ most }: { most: HelpEntries }) {
  return (
    <>
      <section aria-labelledby="topics">
        <h2 id="topics">{helpCenterMessages.topics}</h2>
        <div className="help-topics">
          {helpTopics.map(({ id, title, entries }) => (
            <section key={id} className="help-topic" aria-labelledby={id}>
              <h3 id={id}>{title}</h3>
              {entries.map((entry) => (
                <HelpEntryItem key={entry.id} entry={entry} folded />
              ))}
            </section>
          ))}
        </div>
      </section>
      <section aria-labelledby="faqs">
        <h2 id="faqs">{helpCenterMessages.faqs}</h2>
        <div className="help-answers">
          {most.map((entry) => (
            <HelpEntryItem key={entry.id} entry={entry} folded />
          ))}
        </div>
      </section>
    </>
  )
}

function HelpContact() {
  return (
    <section className="help-contact" aria-labelledby="contact">
      <div>
        <h2 id="contact">{helpCenterMessages.contactTitle}</h2>
        <p className="mt-3">{helpCenterMessages.contactText}</p>
        <Link
          to={pagePaths.contact}
          className={getButtonClassName({ variant: 'primary', size: 'large' }, 'mt-5')}
        >
          {helpCenterMessages.contact}
        </Link>
      </div>
      <dl className="help-times" aria-label={helpCenterMessages.timesCaption}>
        {helpCenterMessages.times.map(([timeLabel, contactTime]) => (
          <div key={timeLabel}>
            <dt>{timeLabel}</dt>
            <dd>{contactTime}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
