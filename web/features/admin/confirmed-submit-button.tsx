import { type ComponentProps, type MouseEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

interface ConfirmedSubmitButtonProps extends ComponentProps<typeof Button> {
  dialog: { title: string; text: string; confirmLabel: string; danger?: boolean }
}

/** A submit button that first asks for confirmation. Without JavaScript, it submits the form immediately. */
export function ConfirmedSubmitButton({ dialog, ...button }: ConfirmedSubmitButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const submitButton = useRef<HTMLButtonElement>(null)
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    setIsAsking(true)
  }
  const submit = () => {
    setIsAsking(false)
    submitButton.current?.form?.requestSubmit(submitButton.current)
  }
  return (
    <>
      <Button {...button} ref={submitButton} type="submit" onClick={ask} />
      <ConfirmDialog
        open={isAsking}
        title={dialog.title}
        confirmLabel={dialog.confirmLabel}
        danger={dialog.danger}
        onConfirm={submit}
        onCancel={() => setIsAsking(false)}
      >
        {dialog.text}
      </ConfirmDialog>
    </>
  )
}
