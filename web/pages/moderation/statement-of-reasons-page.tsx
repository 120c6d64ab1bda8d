import { redirect } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { submitAppeal, getStatementOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import {
  isFormFailure,
  toFormFailure,
  showFormFailureToast,
} from '#web/features/account/forms/account-form-handling.ts'
import { StatementOfReasonsView } from '#web/features/moderation/statement-of-reasons-view.tsx'
import { pagePaths } from '#web/paths.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { statementOfReasonsMessages } from '#web/messages/moderation/statements-of-reasons.ts'
import type { Route } from './+types/statement-of-reasons-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  if (!me) throw redirect(pagePaths.signIn(args.url.pathname))
  return api(getStatementOfReasons, { params: { id: args.params.id } })
}

/** Submits the viewer's appeal against a moderation decision. */
export async function action(args: Route.ActionArgs) {
  const appealText = String((await args.request.formData()).get('words') ?? '')
  try {
    await createApiClientFromContext(args)(submitAppeal, {
      params: { id: args.params.id },
      body: { words: appealText },
    })
  } catch (thrown) {
    return toFormFailure(thrown, { words: appealText })
  }
  return { sent: true as const }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (isFormFailure(answer)) showFormFailureToast(answer)
  else showToast.success(statementOfReasonsMessages.appeal.sent, statementOfReasonsMessages.appeal.sentText)
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: statementOfReasonsMessages.one,
    description: statementOfReasonsMessages.description,
    noindex: true,
  })

export default function StatementOfReasonsPage({ loaderData, actionData }: Route.ComponentProps) {
  const refused = isFormFailure(actionData) ? actionData : undefined
  return (
    <div className="page-inside flex max-w-3xl flex-col gap-6 py-8 md:py-12">
      {refused && <FormErrorMessage title={refused.refused.title}>{refused.refused.detail}</FormErrorMessage>}
      <StatementOfReasonsView
        statement={loaderData}
        typed={refused?.values['words']}
        error={refused?.fields['words']}
      />
    </div>
  )
}
