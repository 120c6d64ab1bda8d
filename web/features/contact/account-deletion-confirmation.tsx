import { Form, Link, useNavigation } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { contactPageMessages } from '#web/messages/company/contact.ts'

interface Props {
  open: boolean
  signedIn: boolean
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Asks the user to confirm the account deletion before the request is sent. If the visitor is signed out, the
 * dialog explains that the request only triggers an email and does not delete the account.
 */
export function AccountDeletionDialog({ open, signedIn, onConfirm, onCancel }: Props) {
  const { title, text, confirm, keep } = getConfirmationText(signedIn)
  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmLabel={confirm}
      cancelLabel={keep}
      danger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {text}
    </ConfirmDialog>
  )
}

/** Asks the user to confirm the account deletion on a separate page, for browsers without JavaScript. */
export function AccountDeletionConfirmation({
  values,
  signedIn,
}: {
  values: Record<string, string>
  signedIn: boolean
}) {
  const busy = useNavigation().formData !== undefined
  const { title, text, confirm, keep } = getConfirmationText(signedIn)
  return (
    <Form method="post" className="flex flex-col gap-4 rounded-[22px] border-2 border-bad-ink bg-raised p-6">
      <h2 className="text-28">{title}</h2>
      <p>{text}</p>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="confirmed" value="yes" />
      <div className="flex flex-wrap gap-3">
        <Link to={pagePaths.contact} className={getButtonClassName()}>
          {keep}
        </Link>
        <Button type="submit" variant="danger" busy={busy}>
          {confirm}
        </Button>
      </div>
    </Form>
  )
}

function getConfirmationText(signedIn: boolean) {
  const { title, text, confirm, keep, ...other } = contactPageMessages.delete
  if (signedIn) return { title, text, confirm, keep }
  return {
    title: other.signedOutTitle,
    text: other.signedOutText,
    confirm: other.signedOutConfirm,
    keep: other.signedOutKeep,
  }
}
