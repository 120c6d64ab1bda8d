import { useEffect, useState } from 'react'
import { getHelplines } from '#contract/moderation/reports.ts'
import { callApi } from '#web/api/api-client.ts'
import { reportDialogMessages } from '#web/messages/safety/reports.ts'

/** Lists helplines above the site's own options for reporting. */
export function Helplines() {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    callApi(getHelplines, {}).then(
      (answer) => setLines(answer.lines),
      () => {},
    )
  }, [])
  return (
    <section className="report-help" aria-label={reportDialogMessages.unsafe.title}>
      <h4 className="text-17 font-bold">{reportDialogMessages.unsafe.title}</h4>
      <p>{reportDialogMessages.unsafe.text}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{reportDialogMessages.unsafe.after}</p>
    </section>
  )
}
