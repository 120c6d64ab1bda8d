import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { ages, passwordMinSignup } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { FormError } from './account-page.tsx'
import { DisplayMode } from './display-mode.tsx'
import type { Refused } from './form-answer.ts'
import { Consent } from './consent.tsx'

export function SignupForm({ answer }: { answer: Refused | undefined }) {
  const busy = useNavigation().formData !== undefined
  const values = answer?.values ?? {}
  const errors = answer?.fields ?? {}
  const [age, setAge] = useState(values.age ?? '')
  const told = (name: string) => ({ name, defaultValue: values[name], error: errors[name] })
  const whole = answer && Object.keys(errors).length === 0
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {whole && <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>}
      <Field label="Full name" {...told('full_name')} autoComplete="name" required />
      <Field label="First name" {...told('first_name')} autoComplete="given-name" optional />
      <Field label="E-mail" {...told('email')} type="email" autoComplete="email" required />
      <div className="grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Field
          label="Age"
          {...told('age')}
          type="number"
          inputMode="numeric"
          min={ages.min}
          max={ages.max}
          required
          onChange={(event) => setAge(event.target.value)}
        />
        <Field
          label="Username"
          {...told('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </div>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        hint={`At least ${passwordMinSignup} characters`}
        error={errors.password}
      />
      <DisplayMode age={age} chosen={values.display_name_mode} />
      <Consent values={values} errors={errors} />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        Join Free
      </Button>
    </Form>
  )
}
