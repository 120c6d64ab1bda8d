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
import { type Refused, wasAsked } from './form-answer.ts'
import { useStillWrong } from './still-wrong.ts'
import { type TellingRules, useTelling } from './use-telling.ts'

interface Props {
  answer: Refused | undefined
  /** For who came with Google or Apple, which know the email and need no password. */
  provided?: boolean
  minAge: number
  telling: TellingRules
}

export function SignupForm({ answer, provided = false, minAge, telling }: Props) {
  const busy = useNavigation().formData !== undefined
  const values = answer?.values ?? {}
  const { errors, onInput } = useStillWrong(answer)
  const name = useTelling(telling)
  const form = useRef<HTMLFormElement>(null)
  useFirstWrong(form, answer)
  const told = (field: string) => ({ name: field, defaultValue: values[field], error: errors[field] })
  const whole = answer && Object.keys(answer.fields).length === 0
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onInput={(event) => {
        onInput(event)
        name.onInput(event)
      }}
      className="flex flex-col gap-5"
    >
      {/* Told once, here or by the server: sent like that, the name is meant. */}
      {(name.told === 'advised' || (answer && wasAsked(answer))) && (
        <input type="hidden" name="anyway" value="on" />
      )}
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
      <AboutYou values={values} errors={errors} minAge={minAge} telling={name.told} />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {words.join}
      </Button>
    </Form>
  )
}
