import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { AccountRestriction } from '#contract/accounts/current-user.ts'
import { accountDeletionLimits } from '#contract/limits.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { dashboardMessages } from '#web/messages/dashboard/dashboard.ts'

/**
 * Shows how long a scheduled account deletion can still be cancelled, and a button that cancels it.
 */
export function ScheduledDeletionNotice({ since }: { since: string }) {
  const busy = useNavigation().formData?.get('intent') === 'cancel-deletion'
  const until = new Date(Date.parse(since) + accountDeletionLimits.cancelHours * 3600_000)
  return (
    <SeriousNotice id="leaving" title={dashboardMessages.leaving}>
      <p className="max-w-[70ch]">
        {dashboardMessages.leavingText} {dashboardMessages.leavingUntil}{' '}
        <time dateTime={until.toISOString()}>{formatDateTimeUtc(until)}</time>.{' '}
        {dashboardMessages.leavingAfter}
      </p>
      <Form method="post">
        <Button type="submit" name="intent" value="cancel-deletion" variant="primary" busy={busy}>
          {dashboardMessages.cancel}
        </Button>
      </Form>
    </SeriousNotice>
  )
}

/**
 * Tells suspended or banned users how long the suspension or ban lasts and what they can still do. The notice
 * links to the statement of reasons for the sanction.
 */
export function SuspensionNotice({ until, statement_id: statement }: AccountRestriction) {
  return (
    <SeriousNotice id="suspended" title={dashboardMessages.suspended}>
      <p className="max-w-[70ch]">
        {until
          ? dashboardMessages.suspendedUntil({ when: formatDateTimeUtc(until) })
          : dashboardMessages.suspendedForGood}{' '}
        {dashboardMessages.suspendedText}
      </p>
      <StatementLink statement={statement} />
    </SeriousNotice>
  )
}

/** A prominent notice about the account. */
function SeriousNotice({ id, title, children }: { id: string; title: string; children: ReactNode }) {
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

export function CommentMuteNotice({ until, statement_id: statement }: AccountRestriction) {
  return (
    <section aria-labelledby="muted" className="flex flex-col items-start gap-3 rounded-card bg-lifted p-4">
      <h2 id="muted" className="text-17 font-semibold">
        {dashboardMessages.muted}
      </h2>
      {until && <p>{dashboardMessages.mutedUntil({ when: formatDateTimeUtc(until) })}</p>}
      <StatementLink statement={statement} />
    </section>
  )
}

function StatementLink({ statement }: { statement: string | null }) {
  return (
    <Link to={pagePaths.statement(statement)} className={getButtonClassName({})}>
      {dashboardMessages.why}
    </Link>
  )
}

/** Suggests that a user with a generated username choose another one. */
export function GeneratedUsernameNotice({ username }: { username: string }) {
  return (
    <p className="rounded-card bg-lifted p-4">
      {dashboardMessages.madeUp({ username })}{' '}
      <Link to={pagePaths.settings} className="link font-semibold">
        {dashboardMessages.choose}
      </Link>
    </p>
  )
}
