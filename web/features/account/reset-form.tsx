import { Form, Link, useNavigation } from 'react-router'
import { passwordMinChange } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { words as common } from '#web/words/account.ts'
import { words as all } from '#web/words/password.ts'
import { FormError } from './account-page.tsx'
import type { Refused } from './form-answer.ts'

const words = all.reset

interface Props {
  token: string
  /** How many the account has, if they can be kept. */
  passkeys: number
  second_factor: boolean
  answer: Refused | undefined
}

export function ResetForm({ token, passkeys, second_factor, answer }: Props) {
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
      {passkeys > 0 && (
        <Checkbox label={words.keepPasskeys(passkeys)} name="keep_passkeys" hint={words.keepPasskeysHint} />
      )}
      {second_factor && <p className="text-15 text-quiet">{words.codeStays}</p>}
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
