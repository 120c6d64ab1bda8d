import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { passwordResetMessages } from '#web/messages/account/password-reset.ts'
import { FormErrorMessage } from '../forms/account-page-layout.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'

const forgotPasswordMessages = passwordResetMessages.forgot

export function ForgotPasswordForm({ answer }: { answer: FormFailure | undefined }) {
  const busy = useNavigation().formData !== undefined
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {answer && !answer.fields.email && (
        <FormErrorMessage title={answer.refused.title}>{answer.refused.detail}</FormErrorMessage>
      )}
      <TextField
        label={accountFormMessages.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        hint={forgotPasswordMessages.hint}
        defaultValue={answer?.values.email}
        error={answer?.fields.email}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {forgotPasswordMessages.send}
      </Button>
    </Form>
  )
}
