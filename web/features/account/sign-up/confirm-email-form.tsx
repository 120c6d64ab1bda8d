import { Form, Link, useNavigation } from 'react-router'
import { passwordMinLengthOnChange } from '#contract/limits.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { confirmEmailMessages } from '#web/messages/account/confirm-email.ts'
import { FormError } from '../forms/account-page-layout.tsx'
import type { FormFailure } from '../forms/form-failure.ts'

interface Props {
  token: string
  email: string
  username: string | null
  /**
   * True if the user must enter the account's password in this browser before the email address can be
   * confirmed.
   */
  asks_password: boolean
  /** True if the user chooses a new password on this page instead of entering the account's password. */
  isNew: boolean
  answer: FormFailure | undefined
}

export function ConfirmEmailForm({ token, email, username, asks_password, isNew, answer }: Props) {
  const busy = useNavigation().formData !== undefined
  const error = answer?.fields.password
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {answer && !error && <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>}
      <p>
        {confirmEmailMessages.confirms}
        <strong className="break-all">{username ? `@${username} (${email})` : email}</strong>.
      </p>
      <input type="hidden" name="token" value={token} />
      {asks_password && <ConfirmEmailPasswordField token={token} isNew={isNew} error={error} />}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {confirmEmailMessages.confirm}
      </Button>
      <p className="text-15 text-quiet">{confirmEmailMessages.notYou}</p>
    </Form>
  )
}

function ConfirmEmailPasswordField({
  token,
  isNew,
  error,
}: Pick<Props, 'token' | 'isNew'> & { error: string | undefined }) {
  return (
    <>
      {isNew ? (
        <PasswordField
          key="new"
          label={confirmEmailMessages.newPassword}
          name="new_password"
          autoComplete="new-password"
          required
          hint={confirmEmailMessages.newPasswordHint(passwordMinLengthOnChange)}
          error={error}
        />
      ) : (
        <PasswordField
          key="known"
          label={confirmEmailMessages.password}
          name="password"
          autoComplete="current-password"
          required
          hint={confirmEmailMessages.passwordHint}
          error={error}
        />
      )}
      <Link to={`?${new URLSearchParams({ token, ...(!isNew && { new: '1' }) })}`} replace className="link">
        {isNew ? confirmEmailMessages.knowIt : confirmEmailMessages.chooseNew}
      </Link>
    </>
  )
}

export function ConfirmEmailLinkExpired() {
  return (
    <>
      <p>{confirmEmailMessages.spentText}</p>
      <Link to={pagePaths.signIn()} className={getButtonClassName({ variant: 'primary', size: 'large' })}>
        {accountFormMessages.signIn}
      </Link>
    </>
  )
}
