import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { words as common } from '#web/words/account.ts'
import { words as all } from '#web/words/password.ts'
import { FormError } from './account-page.tsx'
import type { Refused } from './form-answer.ts'

const words = all.forgot

export function ForgotForm({ answer }: { answer: Refused | undefined }) {
  const busy = useNavigation().formData !== undefined
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {answer && !answer.fields.email && (
        <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>
      )}
      <Field
        label={common.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        hint={words.hint}
        defaultValue={answer?.values.email}
        error={answer?.fields.email}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {words.send}
      </Button>
    </Form>
  )
}
