import { MailCheck } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import type { Site } from '#contract/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from './account-page.tsx'
import type { Refused } from './form-answer.ts'
import { LocalMail } from './joined.tsx'

export function ForgotForm({ answer }: { answer: Refused | undefined }) {
  const busy = useNavigation().formData !== undefined
  return (
    <Form method="post" noValidate className="flex flex-col gap-5">
      {answer && !answer.fields.email && (
        <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>
      )}
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        hint="The one you joined with. We send you a link for a new password."
        defaultValue={answer?.values.email}
        error={answer?.fields.email}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        Send the link
      </Button>
    </Form>
  )
}

/** The same words whether or not the address is known. */
export function LinkSent({ email, mail }: { email: string; mail: Site['mail'] }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-start gap-3 text-21 font-bold">
        <MailCheck className="mt-1 shrink-0 text-good-ink" aria-hidden="true" /> Look into your mailbox
      </p>
      <p>
        If there is an account with <strong className="break-all">{email}</strong>, a link for a new password
        is on its way. It works once, and not for long.
      </p>
      {mail === 'local' && <LocalMail />}
    </div>
  )
}
