import { Form, Link, useNavigation } from 'react-router'
import { passwordMinChange } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { words as common } from '#web/words/account.ts'
import { words as all } from '#web/words/password.ts'
import { FormError } from './account-page.tsx'
import type { Refused } from './form-answer.ts'

const words = all.reset

export function ResetForm({ token, answer }: { token: string; answer: Refused | undefined }) {
  const busy = useNavigation().formData !== undefined
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {answer && !answer.fields.password && (
        <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>
      )}
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label={common.newPassword}
        name="password"
        autoComplete="new-password"
        required
        hint={words.hint(passwordMinChange)}
        error={answer?.fields.password}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {words.update}
      </Button>
    </Form>
  )
}

export function LinkBroken() {
  return (
    <>
      <p>{words.spentText}</p>
      <Link to={paths.forgot} className={buttonClass({ variant: 'primary', size: 'large' })}>
        {words.again}
      </Link>
    </>
  )
}

export function PasswordSet() {
  return (
    <div className="flex flex-col gap-5">
      <p>{words.changedText}</p>
      <Link to={paths.login()} className={buttonClass({ variant: 'primary', size: 'large' })}>
        {common.signIn}
      </Link>
    </div>
  )
}
