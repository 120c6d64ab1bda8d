import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { passwordMinSignup } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { words } from '#web/words/account.ts'
import { AboutYou } from './about-you.tsx'
import { FormError } from './account-page.tsx'
import type { Refused } from './form-answer.ts'
import { useStillWrong } from './still-wrong.ts'

interface Props {
  answer: Refused | undefined
  /** For who came with Google or Apple, which know the e-mail and need no password. */
  provided?: boolean
  minAge: number
}

export function SignupForm({ answer, provided = false, minAge }: Props) {
  const busy = useNavigation().formData !== undefined
  const values = answer?.values ?? {}
  const { errors, onInput } = useStillWrong(answer)
  const form = useRef<HTMLFormElement>(null)
  useFirstWrong(form, answer)
  const told = (name: string) => ({ name, defaultValue: values[name], error: errors[name] })
  const whole = answer && Object.keys(answer.fields).length === 0
  return (
    <Form ref={form} method="post" noValidate onInput={onInput} className="flex flex-col gap-5">
      {whole && <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>}
      <Field label={words.fullName} {...told('full_name')} autoComplete="name" required />
      {!provided && (
        <>
          <Field label={words.firstName} {...told('first_name')} autoComplete="given-name" optional />
          <Field label={words.email} {...told('email')} type="email" autoComplete="email" required />
          <PasswordField
            label={words.password}
            name="password"
            autoComplete="new-password"
            required
            hint={words.atLeast(passwordMinSignup)}
            error={errors.password}
          />
        </>
      )}
      <AboutYou values={values} errors={errors} minAge={minAge} />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {words.join}
      </Button>
    </Form>
  )
}
