import { type FormEvent, useState } from 'react'
import {
  getReportReasonsForCategory,
  type ReportCategory,
  type ReportReason,
  reportReasons,
  type ReportSubject,
} from '#contract/moderation/report-reasons.ts'
import { reportTextMaxLength } from '#contract/moderation/reports.ts'
import { countGraphemes } from '#contract/user-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextAreaField } from '#web/ui/forms/text-field.tsx'
import { reportDialogMessages } from '#web/messages/safety/reports.ts'
import { Helplines } from './helplines.tsx'

interface Props {
  kind: ReportCategory
  subject: ReportSubject
  onBack: () => void
  onSend: (reason: ReportReason, text: string) => Promise<void>
}

/** The second step of a report, in which the reporter chooses a reason and may describe the problem. */
export function ReportReasonForm({ kind, subject, onBack, onSend }: Props) {
  const reasons = getReportReasonsForCategory(kind, subject)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const charactersLeft = reportTextMaxLength - countGraphemes(text.trim())
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = new FormData(event.currentTarget).get('reason') as ReportReason
    if (charactersLeft < 0) return
    setBusy(true)
    await onSend(reason, text)
    setBusy(false)
  }
  return (
    <form className="grid gap-4" onSubmit={(event) => void send(event)}>
      {kind === 'unsafe' && <Helplines />}
      <fieldset className="report-reasons">
        <legend className="field-label">{reportDialogMessages.which}</legend>
        {reasons.map((reason) => (
          <label key={reason} className="report-reason">
            <input
              type="radio"
              name="reason"
              value={reason}
              required
              defaultChecked={reasons.length === 1}
              className="size-6 accent-(--focus)"
            />
            {reportReasons[reason].label}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label={reportDialogMessages.more}
        optional
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={reportDialogMessages.moreHint({ left: Math.max(0, charactersLeft) })}
        error={charactersLeft < 0 ? reportDialogMessages.moreHint({ left: charactersLeft }) : undefined}
      />
      <div className="report-foot">
        <Button onClick={onBack}>{reportDialogMessages.back}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {reportDialogMessages.send}
        </Button>
      </div>
    </form>
  )
}
