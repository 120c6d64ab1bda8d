import { type FormEvent, useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import type { FloodClaim } from '#contract/mod-floods.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { words } from '#web/words/mod.ts'
import { reasonsOf } from './reasons.ts'

interface Props {
  flood: string
  claims: FloodClaim[]
  /** Of the next page. */
  next: string | null
  isLater: boolean
}

/** What is said in the cases of a group: only what is ticked here is dismissed, so nothing is dismissed that nobody has read. */
export function FloodClaims({ flood, claims, next, isLater }: Props) {
  const [asking, setAsking] = useState<FormData | null>(null)
  const submit = useSubmit()
  if (claims.length === 0 && !isLater) return null
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    // With nothing ticked there is nothing to confirm: the answer says so.
    if (chosen.has('claim')) setAsking(chosen)
    else void submit(chosen, { method: 'post' })
  }
  const chosenIds = asking?.getAll('claim') ?? []
  const chosenCases = claims
    .filter(({ id }) => chosenIds.includes(id))
    .reduce((sum, { cases }) => sum + cases, 0)
  return (
    <section className="mod-box" aria-labelledby="flood-claims">
      <h2 id="flood-claims" className="text-21">
        {words.floods.claims}
      </h2>
      <p className="text-quiet">{words.floods.claimsText}</p>
      <Form method="post" className="mod-form self-stretch" onSubmit={ask}>
        <input type="hidden" name="intent" value="dismiss-flood" />
        <input type="hidden" name="id" value={flood} />
        <ul className="mod-list">
          {claims.map((claim) => (
            <Line key={claim.id} claim={claim} />
          ))}
        </ul>
        <noscript>
          <Checkbox label={words.sure.noScript} name="sure" required />
        </noscript>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="small">
            {words.floods.dismiss}
          </Button>
          {next && (
            <Link to={paths.modPage({ flood, claims: next })} className={buttonClass({ size: 'small' })}>
              {words.floods.moreClaims}
            </Link>
          )}
        </div>
      </Form>
      <ConfirmDialog
        open={asking !== null}
        title={words.floods.sure(chosenCases)}
        confirmLabel={words.floods.dismiss}
        cancelLabel={words.floods.cancel}
        onConfirm={() => {
          setAsking(null)
          void submit(asking, { method: 'post' })
        }}
        onCancel={() => setAsking(null)}
      >
        {words.floods.sureText}
      </ConfirmDialog>
    </section>
  )
}

function Line({ claim }: { claim: FloodClaim }) {
  const kind = claim.kind === 'notice' ? words.noticed : reasonsOf([claim.reason ?? 'other'])
  return (
    <li>
      <Checkbox
        name="claim"
        value={claim.id}
        label={`${kind}: ${claim.words === '' ? words.floods.noText : `“${claim.words}”`}`}
        hint={words.floods.cases(claim.cases)}
      />
      <p className="mod-case-facts">
        <RelativeTime at={claim.sent_at} say={words.opened} />
        <Link to={paths.modCase(claim.case_id)} className="mod-case-link">
          {words.floods.oneCase}
        </Link>
      </p>
    </li>
  )
}
