import { type FormEvent, useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import type { Flood } from '#contract/mod-floods.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { moment } from '#web/ui/moment.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { words } from '#web/words/mod.ts'

/** Groups of cases from one source, each in one line, with one button that dismisses all of it. */
export function Floods({ floods }: { floods: Flood[] }) {
  if (floods.length === 0) return null
  return (
    <section className="mod-box" aria-labelledby="floods">
      <h2 id="floods" className="text-21">
        {words.floods.title}
      </h2>
      <p className="text-quiet">{words.floods.text}</p>
      <ul className="mod-queue self-stretch">
        {floods.map((flood) => (
          <Line key={flood.key} flood={flood} />
        ))}
      </ul>
    </section>
  )
}

function Line({ flood }: { flood: Flood }) {
  const [asking, setAsking] = useState<FormData | null>(null)
  const submit = useSubmit()
  const name = `${words.floods.kind[flood.kind]}, ${words.floods.cases(flood.cases)}`
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsking(new FormData(event.currentTarget))
  }
  return (
    <li className="mod-case" data-priority={flood.priority} data-overdue={flood.overdue ? '' : undefined}>
      <span className="mod-priority" title={words.urgent[flood.priority]}>
        {words.priority(flood.priority)}
      </span>
      <div className="mod-case-text">
        <p className="font-semibold">{name}</p>
        <p className="mod-case-facts">
          {flood.overdue && <Badge>{words.overdue}</Badge>}
          <RelativeTime at={flood.opened_at} say={words.opened} />
          {flood.due_at && !flood.overdue && <span>{words.due(moment(flood.due_at))}</span>}
        </p>
      </div>
      <Form method="post" className="mod-flood-buttons" onSubmit={ask}>
        <input type="hidden" name="intent" value="dismiss-flood" />
        <input type="hidden" name="id" value={flood.key} />
        <noscript>
          <Checkbox label={words.sure.noScript} name="sure" required />
        </noscript>
        <Link
          to={paths.modPage({ flood: flood.key })}
          className={buttonClass({ size: 'small' })}
          aria-label={words.floods.showOf(name)}
        >
          {words.floods.show}
        </Link>
        <Button type="submit" size="small" aria-label={words.floods.dismissOf(name)}>
          {words.floods.dismiss}
        </Button>
      </Form>
      <ConfirmDialog
        open={asking !== null}
        title={words.floods.sure(flood.cases)}
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
    </li>
  )
}
