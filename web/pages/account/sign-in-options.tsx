import { Link } from 'react-router'
import { signInLinkLimits } from '#contract/limits.ts'
import { isFormFailure } from '#web/features/account/forms/account-form-handling.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { useIsRegistrationOpen } from '#web/features/auth/registration-context.ts'
import { SignInForm } from '#web/features/account/sign-in/sign-in-form.tsx'
import { EmailSentNotice } from '#web/features/account/forms/email-sent-notice.tsx'
import { SocialSignInButtons } from '#web/features/account/sign-in/social-sign-in-buttons.tsx'
import { pagePaths } from '#web/paths.ts'
import { signInMessages } from '#web/messages/account/sign-in.ts'
import type { Route } from './+types/sign-in-page.ts'

export function SignInOptions({
  loaderData,
  actionData,
}: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  return (
    <>
      {loaderData.refusal && !actionData && (
        <FormErrorMessage title={loaderData.refusal.title}>{loaderData.refusal.detail}</FormErrorMessage>
      )}
      <SignInForm
        answer={isFormFailure(actionData) ? actionData : undefined}
        notice={loaderData.arrival}
        failure={loaderData.failure}
      />
      <SocialSignInButtons
        social={loaderData.social}
        providers={loaderData.providers}
        verb={signInMessages.socialVerb}
      />
      {useIsRegistrationOpen() && (
        <p>
          {signInMessages.newHere}{' '}
          <Link to={pagePaths.signUp(loaderData.next)} className="link">
            {signInMessages.join}
          </Link>
        </p>
      )}
    </>
  )
}

export function SignInLinkSent({
  email,
  mail,
  next,
}: { email: string } & Pick<Route.ComponentProps['loaderData'], 'mail' | 'next'>) {
  return (
    <>
      <EmailSentNotice
        texts={signInMessages.sent}
        after={signInMessages.sent.after({ minutes: signInLinkLimits.lifetimeMs / 60_000 })}
        email={email}
        mail={mail}
      />
      <p>
        <Link to={pagePaths.signIn(next)} className="link">
          {signInMessages.sent.back}
        </Link>
      </p>
    </>
  )
}
