import { redirect } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { appeal, getStatement } from '#contract/statements.ts'
import { apiOf } from '#web/api/context.ts'
import { FormError } from '#web/features/account/account-page.tsx'
import { isRefused, refusedForm, sayRefused } from '#web/features/account/form-answer.ts'
import { StatementView } from '#web/features/mod/statement-view.tsx'
import { paths } from '#web/paths.ts'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/statements.ts'
import type { Route } from './+types/statement.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { me } = await ask(getSession, {})
  if (!me) throw redirect(paths.login(args.url.pathname))
  return ask(getStatement, { params: { id: args.params.id } })
}

/** Asks for the second look. */
export async function action(args: Route.ActionArgs) {
  const given = String((await args.request.formData()).get('words') ?? '')
  try {
    await apiOf(args)(appeal, { params: { id: args.params.id }, body: { words: given } })
  } catch (thrown) {
    return refusedForm(thrown, { words: given })
  }
  return { sent: true as const }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (isRefused(answer)) sayRefused(answer)
  else notify.good(words.appeal.sent, words.appeal.sentText)
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.one, description: words.description, noindex: true })

export default function StatementPage({ loaderData, actionData }: Route.ComponentProps) {
  const refused = isRefused(actionData) ? actionData : undefined
  return (
    <div className="page-inside flex max-w-3xl flex-col gap-6 py-8 md:py-12">
      {refused && <FormError title={refused.refused.title}>{refused.refused.detail}</FormError>}
      <StatementView
        statement={loaderData}
        typed={refused?.values['words']}
        error={refused?.fields['words']}
      />
    </div>
  )
}
