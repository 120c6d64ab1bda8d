import { useEffect, useRef, useState } from 'react'
import {
  type ReportCategory,
  reportCategoryNames,
  reportCategories,
  type ReportReason,
  type ReportSubject,
} from '#contract/moderation/report-reasons.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { reportDialogMessages } from '#web/messages/safety/reports.ts'
import { ReportReasonForm } from './report-reason-form.tsx'
import { ReportConfirmation } from './report-confirmation.tsx'
import './report-dialog.css'

export interface ReportTarget {
  subject: ReportSubject
  id: string
}

interface Props extends ReportTarget {
  signedIn: boolean
  onClose: () => void
}

/** The report dialog, which has three steps: category, reason and confirmation. */
export default function ReportDialog({ subject, id, signedIn, onClose }: Props) {
  const [kind, setKind] = useState<ReportCategory>()
  const [receipt, setReceipt] = useState<string>()
  const step = receipt ? 3 : kind ? 2 : 1
  const send = async (reason: ReportReason, text: string) => {
    try {
      setReceipt((await callApi(sendReport, { body: { subject, id, reason, words: text } })).receipt)
    } catch (thrown) {
      const isGone = thrown instanceof ApiCallError && thrown.status === 404
      if (isGone) showToast.success(reportDialogMessages.gone)
      else
        showToast.error(
          reportDialogMessages.failed,
          thrown instanceof ApiCallError ? thrown.detail : undefined,
        )
      if (isGone) onClose()
    }
  }
  return (
    <Dialog open onClose={onClose} title={reportDialogMessages.title({ subject })} className="report">
      <StepTitle key={step} step={step}>
        {step === 1
          ? reportDialogMessages.what
          : step === 2
            ? reportCategories[kind!].label
            : reportDialogMessages.thanks}
      </StepTitle>
      {step === 1 && <ReportCategoryList onChoose={setKind} />}
      {step === 2 && (
        <ReportReasonForm kind={kind!} subject={subject} onBack={() => setKind(undefined)} onSend={send} />
      )}
      {receipt && <ReportConfirmation receipt={receipt} signedIn={signedIn} onClose={onClose} />}
    </Dialog>
  )
}

/** Moves the focus to the new step, because the button that had focus no longer exists. */
function StepTitle({ step, children }: { step: number; children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} tabIndex={-1} className="text-21 outline-none">
      <span className="report-step">{reportDialogMessages.step({ number: step })}</span> {children}
    </h3>
  )
}

function ReportCategoryList({ onChoose }: { onChoose: (kind: ReportCategory) => void }) {
  return (
    <>
      <ul className="report-kinds">
        {reportCategoryNames.map((kind) => (
          <li key={kind}>
            <button type="button" className="report-kind" onClick={() => onChoose(kind)}>
              {reportCategories[kind].label}
            </button>
          </li>
        ))}
      </ul>
      <p className="text-15 text-quiet">{reportDialogMessages.private}</p>
    </>
  )
}
