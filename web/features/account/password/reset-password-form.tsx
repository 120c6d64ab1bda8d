import { Form, Link, useNavigation } from 'react-router'
import { passwordMinLengthOnChange } from '#contract/limits.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { passwordResetMessages } from '#web/messages/account/password-reset.ts'
import { FormErrorMessage } from '../forms/account-page-layout.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'

const newPasswordMessages = passwordResetMessages.reset

interface Props {
  token: string
  /** The number of passkeys on the account, if the user can choose to keep them during the reset. */
  passkeys: number
  second_factor: boolean
  answer: FormFailure | undefined
}

export function ResetPasswordForm({ token, passkeys, second_factor, answer }: Props) {
  const busy = useNavigation().formData !== undefined
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {answer && !answer.fields.password && (
        <FormErrorMessage title={answer.refused.title}>{answer.refused.detail}</FormErrorMessage>
      )}
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label={accountFormMessages.newPassword}
        name="password"
        autoComplete="new-password"
        required
        hint={newPasswordMessages.hint({ least: passwordMinLengthOnChange })}
        error={answer?.fields.password}
      />
      {passkeys > 0 && (
        <Checkbox
          label={newPasswordMessages.keepPasskeys({ count: passkeys })}
          name="keep_passkeys"
          hint={newPasswordMessages.keepPasskeysHint}
        />
      )}
      {second_factor && <p className="text-15 text-quiet">{newPasswordMessages.codeStays}</p>}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {newPasswordMessages.update}
      </Button>
    </Form>
  )
}

export function ResetLinkExpired() {
  return (
    <>
      <p>{newPasswordMessages.spentText}</p>
      <Link
        to={pagePaths.forgotPassword}
        className={getButtonClassName({ variant: 'primary', size: 'large' })}
      >
        {newPasswordMessages.again}
      </Link>
    </>
  )
}

export function PasswordResetSuccess() {
  return (
    <div className="flex flex-col gap-5">
      <p>{newPasswordMessages.changedText}</p>
      <Link to={pagePaths.signIn()} className={getButtonClassName({ variant: 'primary', size: 'large' })}>
        {accountFormMessages.signIn}
      </Link>
    </div>
  )
}
