import { redirect } from 'react-router'
import { confirmEmail, getEmailConfirmation } from '#contract/auth/sign-in.ts'
import { AccountPageLayout } from '#web/features/account/forms/account-page-layout.tsx'
import {
  ConfirmEmailForm,
  ConfirmEmailLinkExpired,
} from '#web/features/account/sign-up/confirm-email-form.tsx'
import {
  isFormFailure,
  isTwoFactorRequired,
  toFormFailure,
  showFormFailureToast,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import { callServerAction, withFormFailureStatus } from '#web/features/account/forms/account-form-results.ts'
import { isInvalidEmailLinkError } from '#web/features/account/forms/email-link-errors.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import { emailConfirmationMessages } from '#web/messages/account/confirm-email.ts'
import type { Route } from './+types/confirm-email-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

const expiredLinkCode = 'confirmation_link_invalid'

/**
 * The page that the link in the confirmation email opens. Opening the page changes nothing, because mail
 * scanners also open links in emails. The email address is confirmed when the user presses a button on the
 * page.
 */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const token = searchParams.get('token') ?? ''
  const account = await createApiClientFromContext(args)(getEmailConfirmation, { query: { token } }).catch(
    (thrown: unknown) => {
      if (isInvalidEmailLinkError(thrown, expiredLinkCode)) return null
      throw thrown
    },
  )
  return { token, account, isNew: searchParams.has('new') }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const [password, new_password] = [
    getFormFieldValue(form, 'password'),
    getFormFieldValue(form, 'new_password'),
  ]
  try {
    await createApiClientFromContext(args)(confirmEmail, {
      body: {
        token: getFormFieldValue(form, 'token'),
        ...(form.has('new_password') ? { new_password } : password && { password }),
      },
    })
  } catch (thrown) {
    if (isTwoFactorRequired(thrown)) return redirect(pagePaths.twoFactor(pagePaths.homeAfterConfirmation))
    return toFormFailure(thrown, {})
  }
  return redirect(pagePaths.homeAfterConfirmation)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await callServerAction(serverAction)
  showFormFailureToast(answer)
  return withFormFailureStatus(answer)
}

export const meta: Route.MetaFunction = (args) => [
  ...buildPageMeta(args, {
    title: emailConfirmationMessages.title,
    description: emailConfirmationMessages.description,
    noindex: true,
  }),
  // The URL contains the token, so other sites must not receive the URL in the Referer header. Do not use the
  // policy `no-referrer`, because a form that is submitted without JavaScript would then send `Origin: null`.
  { name: 'referrer', content: 'same-origin' },
]

export default function ConfirmEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, account, isNew } = loaderData
  const refused = isFormFailure(actionData) ? actionData : undefined
  const isExpired = !account || refused?.refused.code === expiredLinkCode
  return (
    <AccountPageLayout
      poster={emailConfirmationMessages.poster}
      text={emailConfirmationMessages.text}
      hue="music"
      title={isExpired ? emailConfirmationMessages.spent : emailConfirmationMessages.heading}
    >
      {isExpired ? (
        <ConfirmEmailLinkExpired />
      ) : (
        <ConfirmEmailForm {...account} token={token} isNew={isNew} answer={refused} />
      )}
    </AccountPageLayout>
  )
}
