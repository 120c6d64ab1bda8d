import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { Restricted } from '#contract/accounts.ts'
import { deletion } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/dashboard.ts'

/** For who has booked the deletion of their account: until when it can be taken back, and the button that does it. */
export function LeavingNotice({ since }: { since: string }) {
  const busy = useNavigation().formData?.get('intent') === 'cancel-deletion'
  const until = new Date(Date.parse(since) + deletion.cancelHours * 3600_000)
  return (
    <Grave id="leaving" title={words.leaving}>
      <p className="max-w-[70ch]">
        {words.leavingText} <time dateTime={until.toISOString()}>{moment(until)}</time> {words.leavingAfter}
      </p>
      <Form method="post">
        <Button type="submit" name="intent" value="cancel-deletion" variant="primary" busy={busy}>
          {words.cancel}
        </Button>
      </Form>
    </Grave>
  )
}

/** For who was suspended or banned: until when, what is left to them, and where it says why. */
export function SuspendedNotice({ until, statement_id: statement }: Restricted) {
  return (
    <Grave id="suspended" title={words.suspended}>
      <p className="max-w-[70ch]">
        {until ? words.suspendedUntil(moment(until)) : words.suspendedForGood} {words.suspendedText}
      </p>
      <Why statement={statement} />
    </Grave>
  )
}

/** What nobody should overlook. */
function Grave({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col items-start gap-3 rounded-[22px] border-2 border-bad-ink bg-raised p-5 sm:p-6"
    >
      <h2 id={id} className="text-21 text-bad-ink">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function MutedNotice({ until, statement_id: statement }: Restricted) {
  return (
    <section aria-labelledby="muted" className="flex flex-col items-start gap-3 rounded-card bg-lifted p-4">
      <h2 id="muted" className="text-17 font-semibold">
        {words.muted}
      </h2>
      {until && <p>{words.mutedUntil(moment(until))}</p>}
      <Why statement={statement} />
    </section>
  )
}

function Why({ statement }: { statement: string | null }) {
  return (
    <Link to={paths.statement(statement)} className={buttonClass({})}>
      {words.why}
    </Link>
  )
}

/** Whose name we made up is asked, gently, for one of their own (ruling 11). */
export function NameNotice({ username }: { username: string }) {
  return (
    <p className="rounded-card bg-lifted p-4">
      {words.madeUp(username)}{' '}
      <Link to={paths.settings} className="link font-semibold">
        {words.choose}
      </Link>
    </p>
  )
}
