import { Form, Link, useNavigation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { words } from '#web/words/contact.ts'

interface Props {
  open: boolean
  signedIn: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asked before a deletion is sent. Signed out it only becomes a letter, and the question says so. */
export function DeleteQuestion({ open, signedIn, onConfirm, onCancel }: Props) {
  const { title, text, confirm, keep } = question(signedIn)
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

/** The same question as a step of its own, where there is no script for a dialog. */
export function ReallyDelete({ values, signedIn }: { values: Record<string, string>; signedIn: boolean }) {
  const busy = useNavigation().formData !== undefined
  const { title, text, confirm, keep } = question(signedIn)
  return (
    <Form method="post" className="flex flex-col gap-4 rounded-[22px] border-2 border-bad-ink bg-raised p-6">
      <h2 className="text-28">{title}</h2>
      <p>{text}</p>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="confirmed" value="yes" />
      <div className="flex flex-wrap gap-3">
        <Link to={paths.contact} className={buttonClass()}>
          {keep}
        </Link>
        <Button type="submit" variant="danger" busy={busy}>
          {confirm}
        </Button>
      </div>
    </Form>
  )
}

function question(signedIn: boolean) {
  const { title, text, confirm, keep, ...other } = words.delete
  if (signedIn) return { title, text, confirm, keep }
  return {
    title: other.signedOutTitle,
    text: other.signedOutText,
    confirm: other.signedOutConfirm,
    keep: other.signedOutKeep,
  }
}
