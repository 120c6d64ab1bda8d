import { type ReactNode, useId } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'
import { uiMessages } from '#web/messages/site/ui-components.ts'

type ConfirmDialogProps = {
  open: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Makes the confirm button red, for an action that deletes something. */
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Asks the user to confirm an irreversible action. The initial focus is on Cancel, which is the first button.
 * Clicking the backdrop does nothing.
 */
export function ConfirmDialog({ open, title, children, busy, onCancel, ...asked }: ConfirmDialogProps) {
  const textId = useId()
  const { confirmLabel, cancelLabel = uiMessages.cancel, danger, onConfirm } = asked
  const buttons = (
    <>
      <Button variant="quiet" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      footer={buttons}
      size="small"
      role="alertdialog"
      describedBy={textId}
    >
      <div id={textId} className="text-quiet">
        {children}
      </div>
    </Dialog>
  )
}
