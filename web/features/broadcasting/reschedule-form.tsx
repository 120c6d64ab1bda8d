import { type FormEvent, useEffect, useRef, useState } from 'react'
import { rescheduleBroadcast, type ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { StartTimeField } from './start-time-field.tsx'

const { own } = scheduledBroadcastMessages

interface Props {
  broadcast: ScheduledBroadcast
  onRescheduled: () => void
  onClose: () => void
}

/** The form with which creators change the start time of their scheduled broadcast. */
export function RescheduleForm({ broadcast: { id, starts_at }, onRescheduled, onClose }: Props) {
  const [startsAt, setStartsAt] = useState(starts_at)
  const [problem, setProblem] = useState<ApiCallError | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useFocusFirstInvalidField(form, problem)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setIsSaving(true)
    setProblem(null)
    try {
      await callApi(rescheduleBroadcast, { params: { id }, body: { starts_at: startsAt } })
      showToast.success(own.rescheduled)
      onRescheduled()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setProblem(thrown)
      setIsSaving(false)
    }
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid max-w-[640px] justify-items-start gap-4"
    >
      <StartTimeField value={startsAt} error={problem?.detail} onChange={setStartsAt} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isSaving}>
          {own.save}
        </Button>
        <Button onClick={onClose}>{own.keepTime}</Button>
      </div>
    </form>
  )
}
