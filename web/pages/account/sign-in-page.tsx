import { redirect } from 'react-router'
import { signIn, signInWithProvider } from '#contract/accounts/accounts.ts'
import type { SiteInfo } from '#contract/site-info.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { signInWithPasskey } from '#contract/auth/passkeys.ts'
import { requestSignInLink } from '#contract/auth/sign-in.ts'
import { AccountPageLayout } from '#web/features/account/forms/account-page-layout.tsx'
import {
  isRedirectAfterSignIn,
  isTwoFactorRequired,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import { type SignInNotice, signInLinkButtonProps } from '#web/features/account/sign-in/sign-in-form.tsx'
import { parsePasskeyCredential } from '#web/features/account/passkeys/passkey-actions.ts'
import { passkeySignInField } from '#web/features/account/passkeys/passkey-sign-in-button.tsx'
import {
  parseProviderFailure,
  type ProviderFailure,
} from '#web/features/account/sign-in-providers/provider-failure.ts'
import { getSignInReason } from '#web/features/account/sign-in/sign-in-reason.ts'
import {
  callServerAction,
  withFormFailureStatus,
  showSignInFailureToast,
  showSignedInToast,
} from '#web/features/account/forms/account-form-results.ts'
import {
  describeRegistrationError,
  type RegistrationError,
} from '#web/features/account/sign-up/registration-error.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths, sanitizeNextPath } from '#web/paths.ts'
import { signInMessages } from '#web/messages/account/sign-in.ts'
import type { Route } from './+types/sign-in-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { SignInOptions, SignInLinkSent } from './sign-in-options.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { me, site } = await createLoaderApiClient(args)(getSession, {})
  if (me) throw redirect(pagePaths.dashboard)
  const { searchParams } = args.url
  const next = searchParams.get('next') ?? undefined
  return {
    social: site.social,
    providers: site.providers,
    mail: site.mail,
    next,
    arrival: parseSignInNotice(searchParams),
    ...parseSignInFailure(searchParams, site),
    reason: getSignInReason(searchParams),
  }
}

/** Reads the query string of the sign-in page, which contains a result if the user has opened a confirmation link. */
function parseSignInNotice(query: URLSearchParams): SignInNotice | undefined {
  if (!query.has('confirmed')) return undefined
  return query.has('error') ? 'not_confirmed' : 'confirmed'
}

/** Returns why signing in or joining with a provider failed. */
function parseSignInFailure(
  query: URLSearchParams,
  site: SiteInfo,
): { refusal?: RegistrationError; failure?: ProviderFailure | undefined } {
  const refusal = describeRegistrationError(query.get('error') ?? '')
  if (refusal) return { refusal }
  return query.has('confirmed') ? {} : { failure: parseProviderFailure(query, site) }
}

/** Handles the four ways to sign in: a password, an emailed link, a passkey, or an account at a provider. */
export async function action(args: Route.ActionArgs) {
  const api = createApiClientFromContext(args)
  const form = await args.request.formData()
  const values = { email: getFormFieldValue(form, 'email'), remember: getFormFieldValue(form, 'remember') }
  const { email } = values
  const next = args.url.searchParams.get('next')
  const provider = getFormFieldValue(form, 'provider')
  try {
    if (provider)
      return redirect(
        (await api(signInWithProvider, { params: { provider }, query: { next: sanitizeNextPath(next) } }))
          .url,
      )
    if (form.get(signInLinkButtonProps.name) === signInLinkButtonProps.value) {
      await api(requestSignInLink, { body: { email, ...(next && { next: sanitizeNextPath(next) }) } })
      return { sent: email }
    }
    const remember = values.remember === 'on'
    if (form.get(passkeySignInField.name) === passkeySignInField.value) {
      await api(signInWithPasskey, {
        body: { credential: parsePasskeyCredential<typeof signInWithPasskey>(form), remember },
      })
      return redirect(sanitizeNextPath(next))
    }
    await api(signIn, { body: { email, password: getFormFieldValue(form, 'password'), remember } })
  } catch (thrown) {
    if (isTwoFactorRequired(thrown)) return redirect(pagePaths.twoFactor(next ?? undefined))
    return toFormFailure(thrown, values)
  }
  return redirect(sanitizeNextPath(next))
}

/** Runs the sign-in action and shows the toasts that the specification requires. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const social = (await request.clone().formData()).has('provider')
  try {
    const answer = await callServerAction(serverAction)
    showSignInFailureToast(answer)
    return withFormFailureStatus(answer)
  } catch (thrown) {
    // If the action redirects, the user is signed in.
    if (isRedirectAfterSignIn(thrown) && !social) showSignedInToast()
    throw thrown
  }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, { title: signInMessages.title, description: signInMessages.description, noindex: true })

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined
  const title = sent ? signInMessages.sent.title : signInMessages.title
  const { reason } = loaderData
  return (
    <AccountPageLayout
      poster={reason ? signInMessages.almost : signInMessages.poster}
      text={reason ?? signInMessages.text}
      hue="music"
      title={title}
    >
      {sent ? (
        <SignInLinkSent email={sent} {...loaderData} />
      ) : (
        <SignInOptions {...{ loaderData, actionData }} />
      )}
    </AccountPageLayout>
  )
}
