import { redirect } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { getPendingSignIn, signInWithCode } from '#contract/auth/two-factor.ts'
import { AccountPageLayout } from '#web/features/account/forms/account-page-layout.tsx'
import { TwoFactorCodeForm } from '#web/features/account/two-factor/two-factor-code-form.tsx'
import {
  isFormFailure,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import {
  callServerAction,
  withFormFailureStatus,
  showSignInFailureToast,
  showSignedInToast,
} from '#web/features/account/forms/account-form-results.ts'
import { markTwoFactorVerified } from '#web/features/auth/auth-events.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { sanitizeNextPath } from '#web/paths.ts'
import { twoFactorMessages } from '#web/messages/account/two-factor.ts'
import type { Route } from './+types/two-factor-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

const enterCodeMessages = twoFactorMessages.enter

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { searchParams } = args.url
  const next = searchParams.get('next') ?? undefined
  const { me } = await api(getSession, {})
  if (me) throw redirect(sanitizeNextPath(next))
  return { next, recovery: searchParams.get('way') === 'recovery', ...(await api(getPendingSignIn, {})) }
}

export async function action(args: Route.ActionArgs) {
  const code = getFormFieldValue(await args.request.formData(), 'code')
  try {
    await createApiClientFromContext(args)(signInWithCode, { body: { code } })
  } catch (thrown) {
    return toFormFailure(thrown, {})
  }
  return redirect(sanitizeNextPath(args.url.searchParams.get('next')))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await callServerAction(serverAction)
    showSignInFailureToast(answer)
    return withFormFailureStatus(answer)
  } catch (thrown) {
    // If the action redirects, the user is signed in.
    if (thrown instanceof Response) {
      markTwoFactorVerified()
      showSignedInToast()
    }
    throw thrown
  }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: enterCodeMessages.title,
    description: enterCodeMessages.description,
    noindex: true,
  })

export default function TwoFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { next, recovery, waiting } = loaderData
  const expired = { code: 'code_expired', ...twoFactorMessages.expired }
  const answer = isFormFailure(actionData) ? actionData : undefined
  return (
    <AccountPageLayout
      poster={enterCodeMessages.poster}
      text={enterCodeMessages.text}
      hue="music"
      title={enterCodeMessages.title}
    >
      <TwoFactorCodeForm
        next={next}
        recovery={recovery}
        answer={answer ?? (waiting ? undefined : { refused: expired, fields: {}, values: {} })}
      />
    </AccountPageLayout>
  )
}
