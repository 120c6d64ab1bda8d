import { type FormEvent, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { passkeyLimits } from '#contract/limits.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { showToast, dismissErrorToasts } from '#web/ui/overlays/toast-store.ts'
import { passkeyMessages } from '#web/messages/account/passkeys.ts'
import { FormErrorMessage } from '../forms/account-page-layout.tsx'
import { CurrentPasswordField } from '../password/current-password-field.tsx'
import { type FormFailure, getFormFieldValue } from '../forms/account-form-handling.ts'
import { passkeyIntents } from './passkey-actions.ts'
import { usePasskeySupport } from './use-passkey-support.ts'
import { isCurrentPasswordError, describePasskeyError } from './passkey-errors.ts'

interface AddPasskeyError {
  field: 'name' | 'current_password' | undefined
  text: string
}

/** Adds a passkey. The browser creates the passkey, and the page's action sends the passkey to the API. */
export function AddPasskeyForm({ answer }: { answer: FormFailure | undefined }) {
  const isOffered = usePasskeySupport()
  const submit = useSubmit()
  const isSending = useNavigation().formData?.get('intent') === passkeyIntents.add
  const [isMaking, setIsMaking] = useState(false)
  const [asksPassword, setAsksPassword] = useState(false)
  const [formError, setFormError] = useState<AddPasskeyError>()
  if (!isOffered) return <p className="mt-4 text-quiet">{passkeyMessages.notOffered}</p>
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = getFormFieldValue(form, 'name')
    // Validate the form before asking the authenticator for a passkey. If the API rejected the form later,
    // the authenticator would already have stored the passkey.
    if (!name.trim()) return setFormError({ field: 'name', text: passkeyMessages.nameNeeded })
    setIsMaking(true)
    setFormError(undefined)
    try {
      const { createPasskeyCredential } = await import('./webauthn-ceremonies.ts')
      const credential = await createPasskeyCredential(getFormFieldValue(form, 'current_password'))
      dismissErrorToasts()
      await submit({ intent: passkeyIntents.add, name, credential }, { method: 'post' })
    } catch (thrown) {
      const text = describePasskeyError(thrown)
      const field = isCurrentPasswordError(thrown) ? 'current_password' : undefined
      if (field) setAsksPassword(true)
      setFormError({ field, text })
      showToast.error(passkeyMessages.failed, text)
    } finally {
      setIsMaking(false)
    }
  }
  const of = (field: AddPasskeyError['field']) =>
    formError && formError.field === field ? formError.text : undefined
  return (
    <Form
      method="post"
      noValidate
      onSubmit={add}
      className="mt-4 flex max-w-[420px] flex-col items-start gap-4"
    >
      {formError && !formError.field && (
        <FormErrorMessage title={passkeyMessages.failed}>{formError.text}</FormErrorMessage>
      )}
      <TextField
        label={passkeyMessages.newName}
        hint={passkeyMessages.nameHint}
        name="name"
        maxLength={passkeyLimits.nameMax}
        required
        autoComplete="off"
        className="w-full"
        error={of('name') ?? answer?.fields.name}
      />
      {asksPassword && (
        <CurrentPasswordField label={passkeyMessages.current} error={of('current_password')} />
      )}
      <Button type="submit" variant="primary" busy={isMaking || isSending}>
        {passkeyMessages.add}
      </Button>
    </Form>
  )
}
