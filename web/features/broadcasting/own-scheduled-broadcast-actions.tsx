import { Radio } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  cancelScheduledBroadcast,
  rescheduleBroadcast,
  type ScheduledBroadcast,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { StartTimeField } from './start-time-field.tsx'

const { own } = scheduledBroadcastMessages

interface Props {
  broadcast: ScheduledBroadcast
  onRescheduled: () => void
  onCancelled: () => void
}

/** Lets creators start, reschedule and cancel their scheduled broadcast. */
export function OwnScheduledBroadcastActions({
  broadcast: { id, starts_at },
  onRescheduled,
  onCancelled,
}: Props) {
  const [startsAt, setStartsAt] = useState<string | null>(null)
  const [problem, setProblem] = useState<ApiCallError | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const attempt = async (change: () => Promise<void>) => {
    setProblem(null)
    try {
      await change()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setProblem(thrown)
    }
  }
  const save = async (newStart: string) => {
    await callApi(rescheduleBroadcast, { params: { id }, body: { starts_at: newStart } })
    onRescheduled()
    setStartsAt(null)
    showToast.success(own.rescheduled)
  }
  const cancel = async () => {
    setIsAsking(false)
    await callApi(cancelScheduledBroadcast, { params: { id } })
    showToast.success(own.cancelled)
    onCancelled()
  }
  return (
    <div className="grid justify-items-start gap-4">
      {startsAt !== null && (
        <>
          <StartTimeField value={startsAt} error={problem?.detail} onChange={setStartsAt} />
          <Button variant="primary" onClick={() => void attempt(() => save(startsAt))}>
            {own.save}
          </Button>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Link
          to={`${pagePaths.goLive}?scheduled=${id}`}
          className={getButtonClassName({ variant: 'primary' })}
        >
          <Radio aria-hidden="true" /> {own.start}
        </Link>
        {startsAt === null && <Button onClick={() => setStartsAt(starts_at)}>{own.reschedule}</Button>}
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {own.cancel}
        </Button>
      </div>
      {problem && startsAt === null && <p role="alert">{problem.detail}</p>}
      <ConfirmDialog
        open={isAsking}
        title={own.cancelDialog.title}
        confirmLabel={own.cancelDialog.confirm}
        cancelLabel={own.cancelDialog.keep}
        danger
        onConfirm={() => void attempt(cancel)}
        onCancel={() => setIsAsking(false)}
      >
        {own.cancelDialog.text}
      </ConfirmDialog>
    </div>
  )
}
