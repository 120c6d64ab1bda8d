import { Copy } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/report.ts'

interface Props {
  receipt: string
  signedIn: boolean
  onClose: () => void
}

/** The third step: what happens next, and what to ask with. */
export function Thanks({ receipt, signedIn, onClose }: Props) {
  return (
    <div className="grid gap-4">
      <ul className="report-next">
        {words.next.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className="report-receipt">
        <p>
          <span className="field-label">{words.receipt}</span>
          <b className="block text-21 tabular-nums">{receipt}</b>
        </p>
        <Button size="small" onClick={() => void copy(receipt)}>
          <Copy aria-hidden="true" /> {words.copy}
        </Button>
      </div>
      <p className="text-quiet">{signedIn ? words.receiptMember : words.receiptOut}</p>
      <div className="report-foot">
        <Link to={paths.reports} className="link">
          {words.mine}
        </Link>
        <Button variant="primary" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </div>
  )
}

async function copy(receipt: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(receipt)
    notify.good(words.copied)
  } catch {
    notify.bad(words.copyFailed)
  }
}
