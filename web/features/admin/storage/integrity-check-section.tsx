import { Form } from 'react-router'
import { formatNumber } from '#i18n/formats.ts'
import type { IntegrityCheck } from '#contract/admin/storage.ts'
import { adminStorageMessages } from '#web/messages/admin/storage.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'

/** Starts a check of the database and the files, and shows its progress and its result. */
export function IntegrityCheckSection({ check }: { check: IntegrityCheck | null }) {
  const isRunning = check?.state === 'waiting' || check?.state === 'running'
  return (
    <section className="admin-box" aria-labelledby="integrity-check">
      <h2 id="integrity-check" className="text-21">
        {adminStorageMessages.check}
      </h2>
      <p className="text-quiet">{adminStorageMessages.checkLead}</p>
      {check && <output className="block">{describeCheck(check)}</output>}
      {isRunning && <ProgressBar label={adminStorageMessages.checkProgress} />}
      {check && check.findings.length > 0 && <FindingList findings={check.findings} />}
      <Form method="post" preventScrollReset>
        <Button type="submit" name="intent" value="check" busy={isRunning}>
          {check ? adminStorageMessages.startAgain : adminStorageMessages.startCheck}
        </Button>
      </Form>
    </section>
  )
}

function describeCheck({ state, files, bytes, finished_at, findings }: IntegrityCheck): string {
  const checked = { files: formatNumber(files), size: formatBytes(bytes) }
  if (state === 'waiting') return adminStorageMessages.checkWaiting
  if (state === 'running') return adminStorageMessages.checkRunning(checked)
  if (state === 'failed' || !finished_at) return adminStorageMessages.checkFailed
  const when = formatDateTimeUtc(finished_at)
  const n = findings.reduce((sum, { count }) => sum + count, 0)
  return n === 0
    ? adminStorageMessages.checkClean({ when, ...checked })
    : adminStorageMessages.checkProblems({ n, when })
}

function FindingList({ findings }: Pick<IntegrityCheck, 'findings'>) {
  return (
    <ul className="admin-cards">
      {findings.map(({ code, count, advice, examples }) => (
        // The findings are those of the command line, which is in English.
        <li key={code} className="flex flex-col gap-1">
          <p>
            <strong>
              {formatNumber(count)} × <code className="admin-code">{code}</code>
            </strong>
          </p>
          <p className="text-15 text-quiet" lang="en" dir="ltr">
            {advice}
          </p>
          <details>
            <summary className="link">{adminStorageMessages.examples({ n: examples.length })}</summary>
            <ul className="mt-2 flex flex-col gap-1">
              {examples.map(({ where, what }) => (
                <li key={`${where} ${what}`} className="text-15" lang="en" dir="ltr">
                  <code className="admin-code">{where}</code>: {what}
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}
