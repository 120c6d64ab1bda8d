import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { adminPeopleMessages } from '#web/messages/admin/people.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

interface ConfirmedFormProps {
  intent: string
  title: string
  text: string
  button: string
  /** The fields of the form. */
  children?: ReactNode
}

/** A form whose submission must be confirmed: in a dialog, or with a checkbox if JavaScript is not available. */
export function ConfirmedForm({ intent, title, text, button, children }: ConfirmedFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const submit = useSubmit()
  const busy = useNavigation().formData?.get('intent') === intent
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setIsAsking(true)
  }
  const confirm = () => {
    setIsAsking(false)
    void submit(form.current, { method: 'post' })
  }
  return (
    <section className="admin-box" aria-labelledby={`form-${intent}`}>
      <h2 id={`form-${intent}`} className="text-21">
        {title}
      </h2>
      <p className="text-quiet">{text}</p>
      <Form ref={form} method="post" className="admin-form" onSubmit={ask}>
        <input type="hidden" name="intent" value={intent} />
        {children}
        <noscript>
          <Checkbox label={adminPeopleMessages.confirm.noScript} name="sure" required />
        </noscript>
        <Button type="submit" variant="danger" busy={busy}>
          {button}
        </Button>
      </Form>
      <ConfirmDialog
        open={isAsking}
        title={adminPeopleMessages.confirm.title}
        confirmLabel={button}
        cancelLabel={adminPeopleMessages.confirm.cancel}
        danger
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </section>
  )
}
