import { Form, Link, useNavigation } from 'react-router'
import { passwordMinChange } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { FormError } from './account-page.tsx'
import type { Refused } from './form-answer.ts'

export function ResetForm({ token, answer }: { token: string; answer: Refused | undefined }) {
  const busy = useNavigation().formData !== undefined
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {answer && !answer.fields.password && (
        <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>
      )}
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint={`At least ${passwordMinChange} characters. Every other device is signed out.`}
        error={answer?.fields.password}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        Update password
      </Button>
    </Form>
  )
}

export function LinkBroken() {
  return (
    <>
      <p>This link has expired or was used already. Ask for a new one.</p>
      <Link to={paths.forgot} className={buttonClass({ variant: 'primary', size: 'large' })}>
        Send a new link
      </Link>
    </>
  )
}

export function PasswordSet() {
  return (
    <div className="flex flex-col gap-5">
      <p>Your new password works from now on. Sign in with it.</p>
      <Link to={paths.login()} className={buttonClass({ variant: 'primary', size: 'large' })}>
        Sign In
      </Link>
    </div>
  )
}
