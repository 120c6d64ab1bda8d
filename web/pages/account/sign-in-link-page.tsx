import { redirect } from 'react-router'
import { getSignInLink, signInWithLink } from '#contract/auth/sign-in.ts'
import { AccountPageLayout } from '#web/features/account/forms/account-page-layout.tsx'
import {
  isRedirectAfterSignIn,
  isFormFailure,
  isTwoFactorRequired,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import {
  SignInLinkForm,
  SignInLinkExpired,
  PasswordRemovedNotice,
} from '#web/features/account/sign-in/sign-in-link-form.tsx'
import {
  callServerAction,
  withFormFailureStatus,
  showSignInFailureToast,
  showSignedInToast,
} from '#web/features/account/forms/account-form-results.ts'
import { isInvalidEmailLinkError } from '#web/features/account/forms/email-link-errors.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths, sanitizeNextPath } from '#web/paths.ts'
import { signInLinkMessages } from '#web/messages/account/sign-in-link.ts'
import type { Route } from './+types/sign-in-link-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

/**
 * The page that the link in the sign-in email opens. The token in the link is used up only when the user
 * presses the sign-in button.
 */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const token = searchParams.get('token') ?? ''
  const next = searchParams.get('next') ?? undefined
  const account = await createApiClientFromContext(args)(getSignInLink, { query: { token } }).catch(
    (thrown: unknown) => {
      if (isInvalidEmailLinkError(thrown, 'sign_in_link_invalid')) return null
      throw thrown
    },
  )
  return { token, next, whom: account }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const to = sanitizeNextPath(args.url.searchParams.get('next'))
  try {
    const body = { token: getFormFieldValue(form, 'token'), remember: form.get('remember') === 'on' }
    const { password_removed } = await createApiClientFromContext(args)(signInWithLink, { body })
    return password_removed ? { to } : redirect(to)
  } catch (thrown) {
    if (isTwoFactorRequired(thrown))
      return redirect(pagePaths.twoFactor(args.url.searchParams.get('next') ?? undefined))
    return toFormFailure(thrown, {})
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await callServerAction(serverAction)
    if (isFormFailure(answer)) showSignInFailureToast(answer)
    else showSignedInToast()
    return withFormFailureStatus(answer)
  } catch (thrown) {
    // If the action redirects, the user is signed in.
    if (isRedirectAfterSignIn(thrown)) showSignedInToast()
    throw thrown
  }
}

export const meta: Route.MetaFunction = (args) => [
  ...buildPageMeta(args, {
    title: signInLinkMessages.title,
    description: signInLinkMessages.description,
    noindex: true,
  }),
  // The URL contains the token, so other sites must not receive the URL in the Referer header. Do not use the
  // policy `no-referrer`, because a form that is submitted without JavaScript would then send `Origin: null`.
  { name: 'referrer', content: 'same-origin' },
]

export default function SignInLinkPage({
  loaderData: { token, next, whom },
  actionData,
}: Route.ComponentProps) {
  const refused = isFormFailure(actionData) ? actionData : undefined
  const inside = actionData && 'to' in actionData ? actionData : undefined
  const isExpired = !inside && (!whom || refused?.refused.code === 'sign_in_link_invalid')
  const title = inside
    ? signInLinkMessages.inside
    : isExpired
      ? signInLinkMessages.spent
      : signInLinkMessages.heading
  return (
    <AccountPageLayout
      poster={signInLinkMessages.poster}
      text={signInLinkMessages.text}
      hue="stories"
      title={title}
    >
      {inside ? (
        <PasswordRemovedNotice to={inside.to} />
      ) : whom && !isExpired ? (
        <SignInLinkForm token={token} {...whom} answer={refused} />
      ) : (
        <SignInLinkExpired next={next} />
      )}
    </AccountPageLayout>
  )
}
