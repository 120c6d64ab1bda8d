import { Link } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { sendPasswordResetEmail } from '#contract/auth/passwords.ts'
import { AccountPageLayout } from '#web/features/account/forms/account-page-layout.tsx'
import { ForgotPasswordForm } from '#web/features/account/password/forgot-password-form.tsx'
import {
  isFormFailure,
  toFormFailure,
  showFormFailureToast,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import { EmailSentNotice } from '#web/features/account/forms/email-sent-notice.tsx'
import { callServerAction, withFormFailureStatus } from '#web/features/account/forms/account-form-results.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import { passwordResetMessages } from '#web/messages/account/password-reset.ts'
import type { Route } from './+types/forgot-password-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

const forgotPasswordMessages = passwordResetMessages.forgot

export async function loader(args: Route.LoaderArgs) {
  const { site } = await createLoaderApiClient(args)(getSession, {})
  return { mail: site.mail }
}

export async function action(args: Route.ActionArgs) {
  const email = getFormFieldValue(await args.request.formData(), 'email')
  try {
    await createApiClientFromContext(args)(sendPasswordResetEmail, { body: { email } })
    return { sent: email }
  } catch (thrown) {
    return toFormFailure(thrown, { email })
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await callServerAction(serverAction)
  showFormFailureToast(answer)
  return withFormFailureStatus(answer)
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: forgotPasswordMessages.title,
    description: forgotPasswordMessages.description,
    noindex: true,
  })

export default function ForgotPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined
  return (
    <AccountPageLayout
      poster={forgotPasswordMessages.poster}
      text={forgotPasswordMessages.text}
      hue="shows"
      title={sent ? forgotPasswordMessages.sent : forgotPasswordMessages.heading}
    >
      {sent ? (
        <EmailSentNotice
          texts={forgotPasswordMessages}
          after={forgotPasswordMessages.after}
          email={sent}
          mail={loaderData.mail}
        />
      ) : (
        <ForgotPasswordForm answer={isFormFailure(actionData) ? actionData : undefined} />
      )}
      <p>
        <Link to={pagePaths.signIn()} className="link">
          {forgotPasswordMessages.back}
        </Link>
      </p>
    </AccountPageLayout>
  )
}
