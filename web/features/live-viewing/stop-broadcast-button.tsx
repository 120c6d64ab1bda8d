import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { stopBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { broadcastViewingMessages } from '#web/messages/watch/broadcasts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

const { stop } = broadcastViewingMessages

/** Lets staff stop a broadcast immediately. */
export function StopBroadcastButton({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    try {
      await callApi(stopBroadcast, { params: { id }, body: { reason } })
      setIsOpen(false)
      showToast.success(stop.stopped, stop.stoppedText)
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setError(thrown.detail)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="mt-3">
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        <OctagonX aria-hidden="true" /> {stop.open}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={stop.title}
        confirmLabel={stop.confirm}
        danger
        busy={isBusy}
        onConfirm={() => void confirm()}
        onCancel={() => setIsOpen(false)}
      >
        <p className="mb-4">{stop.text}</p>
        <TextField
          label={stop.reason}
          value={reason}
          maxLength={500}
          error={error}
          onChange={(event) => {
            setReason(event.target.value)
            setError(undefined)
          }}
        />
      </ConfirmDialog>
    </div>
  )
}
