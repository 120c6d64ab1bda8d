import { Link, redirect } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { listStatements } from '#contract/statements.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/statements.ts'
import type { Route } from './+types/statements.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { me } = await ask(getSession, {})
  if (!me) throw redirect(paths.login(args.url.pathname))
  return ask(listStatements, {})
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

/** Every decision about oneself, newest first. */
export default function Statements({ loaderData: { items } }: Route.ComponentProps) {
  return (
    <div className="page-inside flex max-w-3xl flex-col gap-6 py-8 md:py-12">
      <h1 className="text-40">{words.title}</h1>
      {items.length === 0 ? (
        <EmptyState title={words.none.title} drawing="bell">
          {words.none.text}
        </EmptyState>
      ) : (
        <ul className="flex flex-col">
          {items.map((statement) => (
            <li key={statement.id} className="border-t border-line py-4">
              <Link to={paths.statement(statement.id)} className="link wrap-anywhere">
                {words.sentence(statement)}
              </Link>
              <p className="text-15 text-quiet">
                {moment(statement.made_at)}
                {statement.reversed_at && ` · ${words.reversed}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
