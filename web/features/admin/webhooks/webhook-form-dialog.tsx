import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  createWebhook,
  updateWebhook,
  type WebhookEndpoint,
  webhookEventTypes,
  webhookLimits,
} from '#contract/admin/webhooks.ts'
import { getApiErrorFormField } from '#contract/errors/api-error.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { adminWebhookMessages } from '#web/messages/admin/webhooks.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

interface Props {
  /** The webhook to edit. Without it, the dialog adds a webhook. */
  webhook?: WebhookEndpoint
  onClose: () => void
  /** Called with the secret of a new webhook. */
  onCreated?: (secret: string) => void
}

/** Adds or edits a webhook. */
export function WebhookFormDialog({ webhook, onClose, onCreated }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  useFocusFirstInvalidField(form, errors)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const body = {
      url: String(data.get('url')),
      description: String(data.get('description')),
      event_types: webhookEventTypes.filter((type) => data.getAll('event_types').includes(type)),
    }
    setBusy(true)
    try {
      if (webhook) {
        await callApi(updateWebhook, { params: { id: webhook.id }, body })
        showToast.success(adminWebhookMessages.saved)
      } else {
        onCreated?.((await callApi(createWebhook, { body })).secret)
      }
      onClose()
      await revalidate()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setErrors({ [getApiErrorFormField(thrown.code) ?? 'form']: thrown.detail })
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={webhook ? adminWebhookMessages.editTitle : adminWebhookMessages.addTitle}
    >
      <form ref={form} noValidate className="grid gap-4" onSubmit={(event) => void save(event)}>
        <TextField
          label={adminWebhookMessages.url}
          name="url"
          type="url"
          dir="ltr"
          defaultValue={webhook?.url}
          hint={adminWebhookMessages.urlHint}
          error={errors['url']}
          autoComplete="off"
          maxLength={webhookLimits.urlLength}
          required
        />
        <TextField
          label={adminWebhookMessages.note}
          name="description"
          defaultValue={webhook?.description}
          error={errors['description']}
          autoComplete="off"
          maxLength={webhookLimits.descriptionLength}
          optional
        />
        <fieldset className="grid gap-1">
          <legend className="field-label">{adminWebhookMessages.events}</legend>
          {webhookEventTypes.map((type) => (
            <Checkbox
              key={type}
              name="event_types"
              value={type}
              label={adminWebhookMessages.eventNames[type]}
              hint={<code dir="ltr">{type}</code>}
              defaultChecked={webhook?.event_types.includes(type)}
            />
          ))}
          {errors['event_types'] && <FieldErrorMessage>{errors['event_types']}</FieldErrorMessage>}
        </fieldset>
        {errors['form'] && <FieldErrorMessage>{errors['form']}</FieldErrorMessage>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{adminWebhookMessages.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {webhook ? adminWebhookMessages.save : adminWebhookMessages.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
