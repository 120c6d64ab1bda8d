import { Form, Link, useNavigation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { FormError, FormGood } from './account-page.tsx'
import type { Refused } from './form-answer.ts'

interface Props {
  answer: Refused | undefined
  /** Came here by the link of the confirmation letter. */
  confirmed: boolean
}

export function LoginForm({ answer, confirmed }: Props) {
  const busy = useNavigation().formData !== undefined
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {confirmed && !answer && <FormGood>Your e-mail is confirmed. Welcome in!</FormGood>}
      {answer && <FormError title="Sign In Failed">{answer.refused.detail}</FormError>}
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={answer?.values.email}
        error={answer?.fields.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={answer?.fields.password}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Checkbox label="Remember me" name="remember" defaultChecked={answer?.values.remember === 'on'} />
        <Link to={paths.forgot} className="link inline-flex min-h-[44px] items-center">
          Forgot password?
        </Link>
      </div>
      <Button type="submit" variant="primary" size="large" busy={busy}>
        Sign In
      </Button>
    </Form>
  )
}
