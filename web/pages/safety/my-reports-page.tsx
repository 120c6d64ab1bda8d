import { Form, Link, useNavigation } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { reportReasons } from '#contract/moderation/report-reasons.ts'
import { getReport, listReports, type ReportReceipt } from '#contract/moderation/reports.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import {
  isFormFailure,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { myReportsMessages } from '#web/messages/safety/reports.ts'
import type { Route } from './+types/my-reports-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import './my-reports.css'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  const cursor = parsePageCursor(args.url.searchParams)
  const mine = me ? await api(listReports, { query: { cursor } }) : null
  return { mine, isFirst: cursor === undefined }
}

/**
 * Finds a report by the reference number that the reporter has entered. Keep the reference number out of the
 * URL, because URLs remain in the browser history of a shared computer.
 */
export async function action(args: Route.ActionArgs) {
  const receipt = getFormFieldValue(await args.request.formData(), 'receipt')
  try {
    return {
      found: await createApiClientFromContext(args)(getReport, { params: { receipt: receipt || '-' } }),
    }
  } catch (thrown) {
    return toFormFailure(thrown, { receipt })
  }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: myReportsMessages.title,
    description: myReportsMessages.description,
    noindex: true,
  })

export default function MyReportsPage({ loaderData: { mine, isFirst }, actionData }: Route.ComponentProps) {
  const refused = isFormFailure(actionData) ? actionData : undefined
  const found = actionData && 'found' in actionData ? actionData.found : undefined
  return (
    <div className="reports">
      <header>
        <h1 className="text-40">{myReportsMessages.title}</h1>
        <p className="mt-3 text-quiet">{myReportsMessages.lead}</p>
      </header>
      {mine ? (
        <MyReportList {...mine} isFirst={isFirst} />
      ) : (
        <p>
          <Link to={pagePaths.signIn(pagePaths.reports)} className="link">
            {myReportsMessages.signIn}
          </Link>
        </p>
      )}
      <ReceiptLookup typed={refused?.values['receipt']} problem={refused?.fields['receipt']} found={found} />
    </div>
  )
}

interface MyReportListProps {
  items: ReportReceipt[]
  next_cursor: string | null
  isFirst: boolean
}

function MyReportList({ items, next_cursor, isFirst }: MyReportListProps) {
  if (items.length === 0)
    return <EmptyState title={myReportsMessages.none}>{myReportsMessages.noneText}</EmptyState>
  return (
    <>
      <ul className="reports-list">
        {items.map((report) => (
          <li key={report.receipt}>
            <ReportReceiptCard report={report} />
          </li>
        ))}
      </ul>
      {(next_cursor || !isFirst) && (
        <nav className="flex flex-wrap gap-2" aria-label={myReportsMessages.more}>
          {!isFirst && (
            <Link to={pagePaths.reports} className={getButtonClassName()}>
              {myReportsMessages.newest}
            </Link>
          )}
          {next_cursor && (
            <Link to={pagePaths.reportsPage(next_cursor)} className={getButtonClassName()}>
              {myReportsMessages.older}
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

function ReportReceiptCard({ report }: { report: ReportReceipt }) {
  const { receipt, subject, reason, about, outcome, created_at, decided_at } = report
  return (
    <article className="reports-one">
      <p className="flex flex-wrap items-center gap-2">
        <Badge>{myReportsMessages.subject[subject]}</Badge> <b>{reportReasons[reason].label}</b>
      </p>
      {about && <ReportedItemLink about={about} />}
      <p>{outcome ? myReportsMessages.outcome[outcome] : myReportsMessages.open}</p>
      <dl className="reports-facts">
        <dt>{myReportsMessages.sent}</dt>
        <dd>{formatDateTimeUtc(created_at)}</dd>
        {decided_at && (
          <>
            <dt>{myReportsMessages.decided}</dt>
            <dd>{formatDateTimeUtc(decided_at)}</dd>
          </>
        )}
        <dt>{myReportsMessages.receipt}</dt>
        <dd className="tabular-nums">{receipt}</dd>
      </dl>
    </article>
  )
}

/** Names the content that was reported, and links to it if the viewer can still access it. */
function ReportedItemLink({ about }: { about: NonNullable<ReportReceipt['about']> }) {
  const { text, content_id, username } = about
  const to = username ? pagePaths.creator(username) : content_id && pagePaths.watch(content_id)
  return (
    <p className="wrap-anywhere">
      {to ? (
        <Link to={to} className="link">
          {myReportsMessages.about(text)}
        </Link>
      ) : (
        myReportsMessages.about(text)
      )}
    </p>
  )
}

interface ReceiptLookupProps {
  typed: string | undefined
  problem: string | undefined
  found: ReportReceipt | undefined
}

function ReceiptLookup({ typed, problem, found }: ReceiptLookupProps) {
  const busy = useNavigation().formData !== undefined
  return (
    <section className="reports-look" aria-labelledby="look-up">
      <h2 id="look-up" className="text-28">
        {myReportsMessages.lookUp.title}
      </h2>
      <p className="text-quiet">{myReportsMessages.lookUp.text}</p>
      <Form method="post" className="grid gap-4" preventScrollReset>
        <TextField
          label={myReportsMessages.lookUp.field}
          name="receipt"
          hint={myReportsMessages.lookUp.example}
          defaultValue={typed}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          {myReportsMessages.lookUp.action}
        </Button>
      </Form>
      <div aria-live="polite">{found && <ReportReceiptCard report={found} />}</div>
    </section>
  )
}
