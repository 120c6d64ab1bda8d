import { type FormEvent, useState } from 'react'
import {
  reasonsFor,
  type ReportKind,
  type ReportReason,
  reportReasons,
  type ReportSubject,
} from '#contract/report-reasons.ts'
import { reportWordsMax } from '#contract/reports.ts'
import { graphemes } from '#contract/text.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { words } from '#web/words/report.ts'
import { HelpLines } from './help-lines.tsx'

interface Props {
  kind: ReportKind
  subject: ReportSubject
  onBack: () => void
  onSend: (reason: ReportReason, text: string) => Promise<void>
}

/** The second step: which of a few, and some words for those who have them. */
export function Detail({ kind, subject, onBack, onSend }: Props) {
  const reasons = reasonsFor(kind, subject)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const left = reportWordsMax - graphemes(text.trim())
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = new FormData(event.currentTarget).get('reason') as ReportReason
    if (left < 0) return
    setBusy(true)
    await onSend(reason, text)
    setBusy(false)
  }
  return (
    <form className="grid gap-4" onSubmit={(event) => void send(event)}>
      {kind === 'unsafe' && <HelpLines />}
      <fieldset className="report-reasons">
        <legend className="field-label">{words.which}</legend>
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
      <TextArea
        label={words.more}
        optional
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={words.moreHint(Math.max(0, left))}
        error={left < 0 ? words.moreHint(left) : undefined}
      />
      <div className="report-foot">
        <Button onClick={onBack}>{words.back}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}
