import { useEffect, useEffectEvent } from 'react'
import { getPasswordReset, resetPassword } from '#contract/auth/passwords.ts'
import { AccountPageLayout } from '#web/features/account/forms/account-page-layout.tsx'
import {
  isFormFailure,
  toFormFailure,
  showFormFailureToast,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import {
  ResetLinkExpired,
  PasswordResetSuccess,
  ResetPasswordForm,
} from '#web/features/account/password/reset-password-form.tsx'
import { callServerAction, withFormFailureStatus } from '#web/features/account/forms/account-form-results.ts'
import { dispatchAuthEvent } from '#web/features/auth/auth-events.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { isInvalidEmailLinkError } from '#web/features/account/forms/email-link-errors.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { passwordResetMessages } from '#web/messages/account/password-reset.ts'
import type { Route } from './+types/reset-password-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

const newPasswordMessages = passwordResetMessages.reset

/**
 * The emailed link contains the token for the password reset. If the server has already rejected the link,
 * the URL of this page contains `error` instead of the token.
 */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const token = searchParams.has('error') ? '' : (searchParams.get('token') ?? '')
  const account = await createApiClientFromContext(args)(getPasswordReset, { query: { token } }).catch(
    (thrown: unknown) => {
      if (isInvalidEmailLinkError(thrown, 'reset_link_invalid')) return null
      throw thrown
    },
  )
  return { token, account }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  try {
    const body = {
      token: getFormFieldValue(form, 'token'),
      password: getFormFieldValue(form, 'password'),
      keep_passkeys: form.has('keep_passkeys'),
    }
    await createApiClientFromContext(args)(resetPassword, { body })
    return { changed: true as const }
  } catch (thrown) {
    return toFormFailure(thrown, {})
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await callServerAction(serverAction)
  if (isFormFailure(answer)) showFormFailureToast(answer)
  else showToast.success(newPasswordMessages.changed, newPasswordMessages.changedToast)
  return withFormFailureStatus(answer)
}

export const meta: Route.MetaFunction = (args) => [
  ...buildPageMeta(args, {
    title: newPasswordMessages.title,
    description: newPasswordMessages.description,
    noindex: true,
  }),
  // The URL contains the token, so other sites must not receive the URL in the Referer header. Do not use the
  // policy `no-referrer`, because a form that is submitted without JavaScript would then send `Origin: null`.
  { name: 'referrer', content: 'same-origin' },
]

export default function ResetPasswordPage({
  loaderData: { token, account },
  actionData,
}: Route.ComponentProps) {
  const refused = isFormFailure(actionData) ? actionData : undefined
  useAnnouncePasswordRecovery(account !== null)
  const changed = actionData !== undefined && !refused
  const broken = !changed && (!account || refused?.refused.code === 'reset_link_invalid')
  return (
    <AccountPageLayout
      poster={newPasswordMessages.poster}
      text={newPasswordMessages.text}
      hue="stories"
      title={
        changed ? newPasswordMessages.changed : broken ? newPasswordMessages.spent : newPasswordMessages.title
      }
    >
      {changed ? (
        <PasswordResetSuccess />
      ) : broken || !account ? (
        <ResetLinkExpired />
      ) : (
        <ResetPasswordForm token={token} {...account} answer={refused} />
      )}
    </AccountPageLayout>
  )
}

/** Emits the `password_recovery` event when the page has been opened by a password reset link. */
function useAnnouncePasswordRecovery(cameByLink: boolean) {
  const { me } = useAuth()
  const announce = useEffectEvent(() => dispatchAuthEvent('password_recovery', me))
  useEffect(() => {
    if (cameByLink) announce()
  }, [cameByLink])
}
