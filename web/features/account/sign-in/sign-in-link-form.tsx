import { Form, Link, useNavigation } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { signInMessages } from '#web/messages/account/sign-in.ts'
import { signInLinkMessages } from '#web/messages/account/sign-in-link.ts'
import { FormErrorMessage } from '../forms/account-page-layout.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'

interface Props {
  token: string
  email: string
  username: string | null
  answer: FormFailure | undefined
}

/**
 * To sign in, the user must press a button on the page that the emailed link opens. If opening the sign-in
 * link were enough, a mail scanner that opens every link would use up the link's token.
 */
export function SignInLinkForm({ token, email, username, answer }: Props) {
  const busy = useNavigation().formData !== undefined
  return (
    <Form method="post" className="flex flex-col gap-5">
      {answer && (
        <FormErrorMessage title={accountFormMessages.signInFailed}>{answer.refused.detail}</FormErrorMessage>
      )}
      <p>
        {username ? signInLinkMessages.as : signInLinkMessages.unfinished}
        <strong className="break-all" dir="auto">
          {username ? `@${username} (${email})` : email}
        </strong>
        .
      </p>
      <input type="hidden" name="token" value={token} />
      <Checkbox label={signInMessages.remember} name="remember" hint={signInMessages.rememberHint} />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {accountFormMessages.signIn}
      </Button>
      <p className="text-15 text-quiet">{signInLinkMessages.notYou}</p>
    </Form>
  )
}

export function SignInLinkExpired({ next }: { next: string | undefined }) {
  return (
    <>
      <p>{signInLinkMessages.spentText}</p>
      <Link to={pagePaths.signIn(next)} className={getButtonClassName({ variant: 'primary', size: 'large' })}>
        {signInLinkMessages.again}
      </Link>
    </>
  )
}

/** Tells the user that they are signed in and that the password was removed from the account. */
export function PasswordRemovedNotice({ to }: { to: string }) {
  return (
    <div className="flex flex-col gap-5">
      <p>{signInLinkMessages.passwordGone}</p>
      <Link
        to={`${pagePaths.dashboard}#change-password`}
        className={getButtonClassName({ variant: 'primary', size: 'large' })}
      >
        {signInLinkMessages.choose}
      </Link>
      <Link to={to} className={getButtonClassName({ size: 'large' })}>
        {accountFormMessages.goOn}
      </Link>
    </div>
  )
}
