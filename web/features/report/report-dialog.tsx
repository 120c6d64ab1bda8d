import { useEffect, useRef, useState } from 'react'
import {
  type ReportKind,
  reportKindNames,
  reportKinds,
  type ReportReason,
  type ReportSubject,
} from '#contract/report-reasons.ts'
import { sendReport } from '#contract/reports.ts'
import { call, CallError } from '#web/api/call.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/report.ts'
import { Detail } from './detail.tsx'
import { Thanks } from './thanks.tsx'
import './report.css'

export interface Reported {
  subject: ReportSubject
  id: string
}

interface Props extends Reported {
  signedIn: boolean
  onClose: () => void
}

/** Three steps: what is it, one detail, receipt. */
export default function ReportDialog({ subject, id, signedIn, onClose }: Props) {
  const [kind, setKind] = useState<ReportKind>()
  const [receipt, setReceipt] = useState<string>()
  const step = receipt ? 3 : kind ? 2 : 1
  const send = async (reason: ReportReason, text: string) => {
    try {
      setReceipt((await call(sendReport, { body: { subject, id, reason, words: text } })).receipt)
    } catch (thrown) {
      const isGone = thrown instanceof CallError && thrown.status === 404
      if (isGone) notify.good(words.gone)
      else notify.bad(words.failed, thrown instanceof CallError ? thrown.detail : undefined)
      if (isGone) onClose()
    }
  }
  return (
    <Dialog open onClose={onClose} title={words.title(subject)} className="report">
      <StepTitle key={step} step={step}>
        {step === 1 ? words.what : step === 2 ? reportKinds[kind!].label : words.thanks}
      </StepTitle>
      {step === 1 && <Kinds onChoose={setKind} />}
      {step === 2 && (
        <Detail kind={kind!} subject={subject} onBack={() => setKind(undefined)} onSend={send} />
      )}
      {receipt && <Thanks receipt={receipt} signedIn={signedIn} onClose={onClose} />}
    </Dialog>
  )
}

/** The focus goes along with the steps, or it would be lost with the button that was pressed. */
function StepTitle({ step, children }: { step: number; children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} tabIndex={-1} className="text-21 outline-none">
      <span className="report-step">{words.step(step)}</span> {children}
    </h3>
  )
}

function Kinds({ onChoose }: { onChoose: (kind: ReportKind) => void }) {
  return (
    <>
      <ul className="report-kinds">
        {reportKindNames.map((kind) => (
          <li key={kind}>
            <button type="button" className="report-kind" onClick={() => onChoose(kind)}>
              {reportKinds[kind].label}
            </button>
          </li>
        ))}
      </ul>
      <p className="text-15 text-quiet">{words.private}</p>
    </>
  )
}
