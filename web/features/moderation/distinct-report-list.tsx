import { type FormEvent, useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import type { DistinctReport } from '#contract/moderation/report-floods.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import { formatReportReasons } from './report-reasons.ts'

interface Props {
  flood: string
  claims: DistinctReport[]
  /** The cursor for the next page of reports. */
  next: string | null
  isLater: boolean
}

/**
 * Lists the reports and notices that belong to one flood of reports. Reports and notices with the same sender
 * and the same text are listed only once. Only ticked reports are dismissed, so moderators do not dismiss
 * reports that they have not read.
 */
export function DistinctReportList({ flood, claims, next, isLater }: Props) {
  const [confirming, setConfirming] = useState<FormData | null>(null)
  const submit = useSubmit()
  if (claims.length === 0 && !isLater) return null
  const confirmBeforeSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    // If no report is ticked, submit the form without confirmation. The server then responds with an error.
    if (chosen.has('claim')) setConfirming(chosen)
    else void submit(chosen, { method: 'post' })
  }
  const chosenIds = confirming?.getAll('claim') ?? []
  const chosenCases = claims
    .filter(({ id }) => chosenIds.includes(id))
    .reduce((sum, { cases }) => sum + cases, 0)
  return (
    <section className="mod-box" aria-labelledby="flood-claims">
      <h2 id="flood-claims" className="text-21">
        {moderationConsoleMessages.floods.claims}
      </h2>
      <p className="text-quiet">{moderationConsoleMessages.floods.claimsText}</p>
      <Form method="post" className="mod-form self-stretch" onSubmit={confirmBeforeSubmit}>
        <input type="hidden" name="intent" value="dismiss-flood" />
        <input type="hidden" name="id" value={flood} />
        <ul className="mod-list">
          {claims.map((claim) => (
            <DistinctReportLine key={claim.id} claim={claim} />
          ))}
        </ul>
        <noscript>
          <Checkbox label={moderationConsoleMessages.sure.noScript} name="sure" required />
        </noscript>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="small">
            {moderationConsoleMessages.floods.dismiss}
          </Button>
          {next && (
            <Link
              to={pagePaths.moderationQueuePage({ flood, claims: next })}
              className={getButtonClassName({ size: 'small' })}
            >
              {moderationConsoleMessages.floods.moreClaims}
            </Link>
          )}
        </div>
      </Form>
      <ConfirmDialog
        open={confirming !== null}
        title={moderationConsoleMessages.floods.sure({ n: chosenCases })}
        confirmLabel={moderationConsoleMessages.floods.dismiss}
        cancelLabel={moderationConsoleMessages.floods.cancel}
        onConfirm={() => {
          setConfirming(null)
          void submit(confirming, { method: 'post' })
        }}
        onCancel={() => setConfirming(null)}
      >
        {moderationConsoleMessages.floods.sureText}
      </ConfirmDialog>
    </section>
  )
}

function DistinctReportLine({ claim }: { claim: DistinctReport }) {
  const kind =
    claim.kind === 'notice'
      ? moderationConsoleMessages.noticed
      : formatReportReasons([claim.reason ?? 'other'])
  return (
    <li>
      <Checkbox
        name="claim"
        value={claim.id}
        label={`${kind}: ${claim.words === '' ? moderationConsoleMessages.floods.noText : `“${claim.words}”`}`}
        hint={moderationConsoleMessages.floods.cases({ n: claim.cases })}
      />
      <p className="mod-case-facts">
        <RelativeTime at={claim.sent_at} formatText={(age) => moderationConsoleMessages.opened({ age })} />
        <Link to={pagePaths.moderationCase(claim.case_id)} className="mod-case-link">
          {moderationConsoleMessages.floods.oneCase}
        </Link>
      </p>
    </li>
  )
}
