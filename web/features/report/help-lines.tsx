import { useEffect, useState } from 'react'
import { getHelpLines } from '#contract/reports.ts'
import { call } from '#web/api/call.ts'
import { words } from '#web/words/report.ts'

/** Whom to call: comes before anything that we can do. */
export function HelpLines() {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    call(getHelpLines, {}).then(
      (answer) => setLines(answer.lines),
      () => {},
    )
  }, [])
  return (
    <section className="report-help" aria-label={words.unsafe.title}>
      <h4 className="text-17 font-bold">{words.unsafe.title}</h4>
      <p>{words.unsafe.text}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{words.unsafe.after}</p>
    </section>
  )
}
