import { Radio } from 'lucide-react'
import { useState } from 'react'
import type { ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { broadcastingMessages } from '#web/messages/upload/broadcasting.ts'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'

interface Props {
  scheduled: ScheduledBroadcast
  /** Why the broadcast cannot start yet, or null if it can. */
  missing: string | null
  onStart: () => Promise<void>
}

/** The button that starts a scheduled broadcast. The creator has already chosen the details. */
export function StartScheduledForm({ scheduled, missing, onStart }: Props) {
  const [isStarting, setIsStarting] = useState(false)
  const [problem, setProblem] = useState<ApiCallError | null>(null)
  const start = async () => {
    if (missing || isStarting) return
    setIsStarting(true)
    setProblem(null)
    try {
      await onStart()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      setProblem(thrown)
      setIsStarting(false)
    }
  }
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <p className="text-21 font-bold">{scheduledBroadcastMessages.ready({ title: scheduled.title })}</p>
      {problem && (
        <FieldErrorMessage>
          <b>{problem.title}.</b> {problem.detail}
        </FieldErrorMessage>
      )}
      <Button
        variant="primary"
        size="large"
        busy={isStarting}
        off={missing !== null}
        aria-describedby={missing ? 'scheduled-missing' : undefined}
        onClick={() => void start()}
      >
        <Radio aria-hidden="true" /> {broadcastingMessages.start}
      </Button>
      <p id="scheduled-missing" className="field-hint min-h-[1.5em] text-center">
        {missing}
      </p>
    </div>
  )
}
