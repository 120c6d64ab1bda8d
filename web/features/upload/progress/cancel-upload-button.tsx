import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

interface Props {
  messages: { cancel: string; reallyCancel: { title: string; text: string; yes: string; no: string } }
  onCancel: () => void
}

/** Cancels an upload after a question. */
export function CancelUploadButton({ messages, onCancel }: Props) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setIsConfirming(true)}>
        <X aria-hidden="true" /> {messages.cancel}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={messages.reallyCancel.title}
        confirmLabel={messages.reallyCancel.yes}
        cancelLabel={messages.reallyCancel.no}
        danger
        onConfirm={onCancel}
        onCancel={() => setIsConfirming(false)}
      >
        {messages.reallyCancel.text}
      </ConfirmDialog>
    </>
  )
}
