import { Copy } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { reportDialogMessages } from '#web/messages/safety/reports.ts'

interface Props {
  receipt: string
  signedIn: boolean
  onClose: () => void
}

/**
 * The last of the three steps of a report. The confirmation explains what happens next. The receipt is a
 * reference number. The reporter can use this number to look up the outcome of the report.
 */
export function ReportConfirmation({ receipt, signedIn, onClose }: Props) {
  return (
    <div className="grid gap-4">
      <ul className="report-next">
        {reportDialogMessages.next.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className="report-receipt">
        <p>
          <span className="field-label">{reportDialogMessages.receipt}</span>
          <b className="block text-21 tabular-nums">{receipt}</b>
        </p>
        <Button size="small" onClick={() => void copy(receipt)}>
          <Copy aria-hidden="true" /> {reportDialogMessages.copy}
        </Button>
      </div>
      <p className="text-quiet">
        {signedIn ? reportDialogMessages.receiptMember : reportDialogMessages.receiptOut}
      </p>
      <div className="report-foot">
        <Link to={pagePaths.reports} className="link">
          {reportDialogMessages.mine}
        </Link>
        <Button variant="primary" onClick={onClose}>
          {reportDialogMessages.close}
        </Button>
      </div>
    </div>
  )
}

async function copy(receipt: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(receipt)
    showToast.success(reportDialogMessages.copied)
  } catch {
    showToast.error(reportDialogMessages.copyFailed)
  }
}
