import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { ages } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from './account-page.tsx'
import { Consent } from './consent.tsx'
import { DisplayMode } from './display-mode.tsx'
import type { Refused } from './form-answer.ts'

/** What Google and Apple cannot tell us. */
export function WelcomeForm({ answer }: { answer: Refused | undefined }) {
  const busy = useNavigation().formData !== undefined
  const values = answer?.values ?? {}
  const errors = answer?.fields ?? {}
  const [age, setAge] = useState(values.age ?? '')
  const told = (name: string) => ({ name, defaultValue: values[name], error: errors[name] })
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {answer && Object.keys(errors).length === 0 && (
        <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>
      )}
      <Field label="Full name" {...told('full_name')} autoComplete="name" required />
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
      <Field label="Username" {...told('username')} autoCapitalize="none" spellCheck={false} required />
      <DisplayMode age={age} chosen={values.display_name_mode} />
      <Consent values={values} errors={errors} />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        Join Free
      </Button>
    </Form>
  )
}
