import { Camera, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { accountSettingsMessages } from '#web/messages/dashboard/account-settings.ts'

interface Props {
  name: string
  of: string
  src: string | null
  error: string | undefined
}

/**
 * Uploads a profile picture immediately after the user has chosen the file. Without JavaScript, the form has
 * a file field and a submit button.
 */
export function AvatarForm({ name, of, src, error }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const submit = useSubmit()
  const busy = useNavigation().formData?.get('intent') === 'avatar'
  const send = () => {
    if (!file.current?.files?.length) return
    void submit(form.current, { preventScrollReset: true })
    // Reset the file field. Without the reset, choosing the same file again would not trigger a change event.
    file.current.value = ''
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} of={of} src={src} size={88} />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Form ref={form} method="post" encType="multipart/form-data" className="flex flex-wrap gap-2">
            <input type="hidden" name="intent" value="avatar" />
            <input
              ref={file}
              type="file"
              name="avatar"
              accept="image/jpeg,image/png,image/webp,image/gif"
              aria-label={accountSettingsMessages.photo}
              className="hidden max-w-full self-center noscript:block"
              onChange={send}
            />
            <Button
              className="needs-js"
              aria-disabled={busy || undefined}
              aria-describedby="photo-hint"
              onClick={() => !busy && file.current?.click()}
            >
              {busy ? <Spinner size={18} label="" /> : <Camera aria-hidden="true" />}
              {busy ? accountSettingsMessages.uploading : accountSettingsMessages.change}
            </Button>
            <Button type="submit" className="hidden noscript:inline-flex">
              {accountSettingsMessages.change}
            </Button>
          </Form>
          {src && <RemoveAvatarButton />}
        </div>
        <p id="photo-hint" className="field-hint">
          {accountSettingsMessages.photoHint}
        </p>
        {error && <FieldErrorMessage>{error}</FieldErrorMessage>}
      </div>
    </div>
  )
}

function RemoveAvatarButton() {
  return (
    <Form method="post" preventScrollReset>
      <Button type="submit" name="intent" value="remove-avatar" variant="ghost">
        <Trash2 aria-hidden="true" /> {accountSettingsMessages.remove}
      </Button>
    </Form>
  )
}
