import { Radio } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  cancelScheduledBroadcast,
  type ScheduledBroadcast,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { RescheduleForm } from './reschedule-form.tsx'

const { own } = scheduledBroadcastMessages

interface Props {
  broadcast: ScheduledBroadcast
  onRescheduled: () => void
  onCancelled: () => void
}

/** Lets creators start, reschedule and cancel their scheduled broadcast. */
export function OwnScheduledBroadcastActions({ broadcast, onRescheduled, onCancelled }: Props) {
  const { id } = broadcast
  const [isRescheduling, setIsRescheduling] = useState(false)
  const [problem, setProblem] = useState<ApiCallError | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const rescheduleButton = useRef<HTMLButtonElement>(null)
  const wasRescheduling = useRef(false)
  // The form takes the focus with it when it is closed.
  useEffect(() => {
    if (wasRescheduling.current && !isRescheduling) rescheduleButton.current?.focus()
    wasRescheduling.current = isRescheduling
  }, [isRescheduling])
  const cancel = async () => {
    setIsAsking(false)
    setProblem(null)
    try {
      await callApi(cancelScheduledBroadcast, { params: { id } })
      showToast.success(own.cancelled)
      onCancelled()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setProblem(thrown)
    }
  }
  if (isRescheduling)
    return (
      <RescheduleForm
        broadcast={broadcast}
        onRescheduled={() => {
          setIsRescheduling(false)
          onRescheduled()
        }}
        onClose={() => setIsRescheduling(false)}
      />
    )
  return (
    <div className="grid justify-items-start gap-4">
      <div className="flex flex-wrap gap-3">
        <Link
          to={`${pagePaths.goLive}?scheduled=${id}`}
          className={getButtonClassName({ variant: 'primary' })}
        >
          <Radio aria-hidden="true" /> {own.start}
        </Link>
        <Button ref={rescheduleButton} onClick={() => setIsRescheduling(true)}>
          {own.reschedule}
        </Button>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {own.cancel}
        </Button>
      </div>
      {problem && <FieldErrorMessage>{problem.detail}</FieldErrorMessage>}
      <ConfirmDialog
        open={isAsking}
        title={own.cancelDialog.title}
        confirmLabel={own.cancelDialog.confirm}
        cancelLabel={own.cancelDialog.keep}
        danger
        onConfirm={() => void cancel()}
        onCancel={() => setIsAsking(false)}
      >
        {own.cancelDialog.text}
      </ConfirmDialog>
    </div>
  )
}
