import { Form, Link, useNavigation } from 'react-router'
import { passwordMinChange } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { words as common } from '#web/words/account.ts'
import { words } from '#web/words/confirm-email.ts'
import { FormError } from './account-page.tsx'
import type { Refused } from './form-answer.ts'

interface Props {
  token: string
  email: string
  username: string | null
  /** This browser has not shown that it knows the password. */
  asks_password: boolean
  /** They choose a new one. */
  isNew: boolean
  answer: Refused | undefined
}

export function ConfirmForm({ token, email, username, asks_password, isNew, answer }: Props) {
  const busy = useNavigation().formData !== undefined
  const error = answer?.fields.password
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {answer && !error && <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>}
      <p>
        {words.confirms}
        <strong className="break-all">{username ? `@${username} (${email})` : email}</strong>.
      </p>
      <input type="hidden" name="token" value={token} />
      {asks_password && <Password token={token} isNew={isNew} error={error} />}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {words.confirm}
      </Button>
      <p className="text-15 text-quiet">{words.notYou}</p>
    </Form>
  )
}

function Password({ token, isNew, error }: Pick<Props, 'token' | 'isNew'> & { error: string | undefined }) {
  return (
    <>
      {isNew ? (
        <PasswordField
          key="new"
          label={words.newPassword}
          name="new_password"
          autoComplete="new-password"
          required
          hint={words.newPasswordHint(passwordMinChange)}
          error={error}
        />
      ) : (
        <PasswordField
          key="known"
          label={words.password}
          name="password"
          autoComplete="current-password"
          required
          hint={words.passwordHint}
          error={error}
        />
      )}
      <Link to={`?${new URLSearchParams({ token, ...(!isNew && { new: '1' }) })}`} replace className="link">
        {isNew ? words.knowIt : words.chooseNew}
      </Link>
    </>
  )
}

export function ConfirmSpent() {
  return (
    <>
      <p>{words.spentText}</p>
      <Link to={paths.login()} className={buttonClass({ variant: 'primary', size: 'large' })}>
        {common.signIn}
      </Link>
    </>
  )
}
