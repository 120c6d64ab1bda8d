import { Form, Link, useNavigation } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { reportReasons } from '#contract/report-reasons.ts'
import { getReport, listReports, type ReportReceipt } from '#contract/reports.ts'
import { cursorIn } from '#web/api/cursor.ts'
import { apiOf } from '#web/api/context.ts'
import { isRefused, refusedForm, textIn } from '#web/features/account/form-answer.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { moment } from '#web/ui/moment.ts'
import { page as words } from '#web/words/report.ts'
import type { Route } from './+types/reports.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'
import './reports.css'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { me } = await ask(getSession, {})
  const cursor = cursorIn(args.url.searchParams)
  const mine = me ? await ask(listReports, { query: { cursor } }) : null
  return { mine, isFirst: cursor === undefined }
}

/** A receipt stands in no address: it would stay in the history of a shared computer. */
export async function action(args: Route.ActionArgs) {
  const receipt = textIn(await args.request.formData(), 'receipt')
  try {
    return { found: await apiOf(args)(getReport, { params: { receipt: receipt || '-' } }) }
  } catch (thrown) {
    return refusedForm(thrown, { receipt })
  }
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function ReportsPage({ loaderData: { mine, isFirst }, actionData }: Route.ComponentProps) {
  const refused = isRefused(actionData) ? actionData : undefined
  const found = actionData && 'found' in actionData ? actionData.found : undefined
  return (
    <div className="reports">
      <header>
        <h1 className="text-40">{words.title}</h1>
        <p className="mt-3 text-quiet">{words.lead}</p>
      </header>
      {mine ? (
        <Mine {...mine} isFirst={isFirst} />
      ) : (
        <p>
          <Link to={paths.login(paths.reports)} className="link">
            {words.signIn}
          </Link>
        </p>
      )}
      <LookUp typed={refused?.values['receipt']} problem={refused?.fields['receipt']} found={found} />
    </div>
  )
}

interface MineProps {
  items: ReportReceipt[]
  next_cursor: string | null
  isFirst: boolean
}

function Mine({ items, next_cursor, isFirst }: MineProps) {
  if (items.length === 0) return <EmptyState title={words.none}>{words.noneText}</EmptyState>
  return (
    <>
      <ul className="reports-list">
        {items.map((report) => (
          <li key={report.receipt}>
            <Report report={report} />
          </li>
        ))}
      </ul>
      {(next_cursor || !isFirst) && (
        <nav className="flex flex-wrap gap-2" aria-label={words.more}>
          {!isFirst && (
            <Link to={paths.reports} className={buttonClass()}>
              {words.newest}
            </Link>
          )}
          {next_cursor && (
            <Link to={paths.reportsFrom(next_cursor)} className={buttonClass()}>
              {words.older}
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

function Report({ report }: { report: ReportReceipt }) {
  const { receipt, subject, reason, about, outcome, created_at, decided_at } = report
  return (
    <article className="reports-one">
      <p className="flex flex-wrap items-center gap-2">
        <Badge>{words.subject[subject]}</Badge> <b>{reportReasons[reason].label}</b>
      </p>
      {about && <About about={about} />}
      <p>{outcome ? words.outcome[outcome] : words.open}</p>
      <dl className="reports-facts">
        <dt>{words.sent}</dt>
        <dd>{moment(created_at)}</dd>
        {decided_at && (
          <>
            <dt>{words.decided}</dt>
            <dd>{moment(decided_at)}</dd>
          </>
        )}
        <dt>{words.receipt}</dt>
        <dd className="tabular-nums">{receipt}</dd>
      </dl>
    </article>
  )
}

/** What was reported, as far as one can still see it, and the way there. */
function About({ about }: { about: NonNullable<ReportReceipt['about']> }) {
  const { text, content_id, username } = about
  const to = username ? paths.creator(username) : content_id && paths.watch(content_id)
  return (
    <p className="wrap-anywhere">
      {to ? (
        <Link to={to} className="link">
          {words.about(text)}
        </Link>
      ) : (
        words.about(text)
      )}
    </p>
  )
}

interface LookUpProps {
  typed: string | undefined
  problem: string | undefined
  found: ReportReceipt | undefined
}

function LookUp({ typed, problem, found }: LookUpProps) {
  const busy = useNavigation().formData !== undefined
  return (
    <section className="reports-look" aria-labelledby="look-up">
      <h2 id="look-up" className="text-28">
        {words.lookUp.title}
      </h2>
      <p className="text-quiet">{words.lookUp.text}</p>
      <Form method="post" className="grid gap-4" preventScrollReset>
        <Field
          label={words.lookUp.field}
          name="receipt"
          hint={words.lookUp.example}
          defaultValue={typed}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          {words.lookUp.action}
        </Button>
      </Form>
      <div aria-live="polite">{found && <Report report={found} />}</div>
    </section>
  )
}
