import { Form, Link, useNavigation } from 'react-router'
import { passwordMinLengthOnChange } from '#contract/limits.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { emailConfirmationMessages } from '#web/messages/account/confirm-email.ts'
import { FormErrorMessage } from '../forms/account-page-layout.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'

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
      {answer && !error && (
        <FormErrorMessage title={answer.refused.title}>{answer.refused.detail}</FormErrorMessage>
      )}
      <p>
        {emailConfirmationMessages.confirms}
        <strong className="break-all" dir="auto">
          {username ? `@${username} (${email})` : email}
        </strong>
        .
      </p>
      <input type="hidden" name="token" value={token} />
      {asks_password && <ConfirmEmailPasswordField token={token} isNew={isNew} error={error} />}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {emailConfirmationMessages.confirm}
      </Button>
      <p className="text-15 text-quiet">{emailConfirmationMessages.notYou}</p>
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
          label={emailConfirmationMessages.newPassword}
          name="new_password"
          autoComplete="new-password"
          required
          hint={emailConfirmationMessages.newPasswordHint({ min: passwordMinLengthOnChange })}
          error={error}
        />
      ) : (
        <PasswordField
          key="known"
          label={emailConfirmationMessages.password}
          name="password"
          autoComplete="current-password"
          required
          hint={emailConfirmationMessages.passwordHint}
          error={error}
        />
      )}
      <Link to={`?${new URLSearchParams({ token, ...(!isNew && { new: '1' }) })}`} replace className="link">
        {isNew ? emailConfirmationMessages.knowIt : emailConfirmationMessages.chooseNew}
      </Link>
    </>
  )
}

export function ConfirmEmailLinkExpired() {
  return (
    <>
      <p>{emailConfirmationMessages.spentText}</p>
      <Link to={pagePaths.signIn()} className={getButtonClassName({ variant: 'primary', size: 'large' })}>
        {accountFormMessages.signIn}
      </Link>
    </>
  )
}
