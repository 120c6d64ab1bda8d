import { Link, redirect } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { listStatementsOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { pagePaths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { statementOfReasonsMessages } from '#web/messages/moderation/statements-of-reasons.ts'
import type { Route } from './+types/statement-of-reasons-list-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  if (!me) throw redirect(pagePaths.signIn(args.url.pathname))
  return api(listStatementsOfReasons, {})
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: statementOfReasonsMessages.title,
    description: statementOfReasonsMessages.description,
    noindex: true,
  })

/** Lists the moderation decisions about the viewer's own content, newest first. */
export default function StatementOfReasonsListPage({ loaderData: { items } }: Route.ComponentProps) {
  return (
    <div className="page-inside flex max-w-3xl flex-col gap-6 py-8 md:py-12">
      <h1 className="text-40">{statementOfReasonsMessages.title}</h1>
      {items.length === 0 ? (
        <EmptyState title={statementOfReasonsMessages.none.title} drawing="bell">
          {statementOfReasonsMessages.none.text}
        </EmptyState>
      ) : (
        <ul className="flex flex-col">
          {items.map((statement) => (
            <li key={statement.id} className="border-t border-line py-4">
              <Link to={pagePaths.statement(statement.id)} className="link wrap-anywhere">
                {statementOfReasonsMessages.sentence(statement)}
              </Link>
              <p className="text-15 text-quiet">
                {formatDateTimeUtc(statement.made_at)}
                {statement.reversed_at && ` · ${statementOfReasonsMessages.reversed}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
