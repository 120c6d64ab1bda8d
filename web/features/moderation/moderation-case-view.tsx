import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import type { ModerationCase } from '#contract/moderation/moderation-cases.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import { CaseActionForm } from './case-action-form.tsx'
import { ModerationShortcuts } from './moderation-shortcuts.tsx'
import { AccountModerationHistory } from './account-history.tsx'
import { describeCaseReason } from './case-queue.tsx'
import { CaseReports } from './case-reports.tsx'
import { AppealPanel } from './appeal-panel.tsx'
import { CaseSubject } from './case-subject.tsx'
import { useBackShortcut, useButtonShortcut } from './use-single-key-shortcuts.ts'
import './moderation.css'

interface Props {
  found: ModerationCase
  /** The id of the case that opens after this case has been closed. */
  next: string | undefined
  /** The error message that is shown at the top of the page. */
  problem: ReactNode
  /** The submitted values and the errors by field, if the server has rejected the form. */
  values: Record<string, string> | undefined
  errors: Partial<Record<string, string>> | undefined
}

/** Shows one moderation case: the reported content, the reports, the owner and the available actions. */
export function ModerationCaseView({ found, next, problem, values, errors }: Props) {
  useBackShortcut()
  useButtonShortcut('c')
  useButtonShortcut('j')
  const heading = useRef<HTMLHeadingElement>(null)
  const { detail } = found
  // When an action changes the page, the focus moves to the heading, for keyboard and screen reader users. A
  // layout effect moves the focus before the page is painted. A later focus change would take the focus away
  // from the action that a moderator has just chosen with a shortcut.
  const state = `${found.claimed_by?.username} ${found.closed_at} ${detail?.content?.state} ${detail?.comment?.state} ${detail?.owner.decisions.length}`
  const before = useRef(state)
  useLayoutEffect(() => {
    if (before.current !== state) heading.current?.focus()
    before.current = state
  }, [state])
  return (
    <div className="mod">
      <header className="mod-head">
        <h1 ref={heading} tabIndex={-1} className="text-28 wrap-anywhere">
          <span className="block text-17 text-quiet">
            {moderationConsoleMessages.subject[found.subject]} ·{' '}
            {moderationConsoleMessages.priority({ n: found.priority })}{' '}
            {moderationConsoleMessages.urgent[found.priority]}
          </span>
          {describeCaseReason(found)}
        </h1>
        <ModerationShortcuts />
        <Link to={pagePaths.moderationQueue()} className={getButtonClassName({ size: 'small' })}>
          {moderationConsoleMessages.back}
        </Link>
      </header>
      <p className="mod-case-facts">
        {found.overdue && <Badge>{moderationConsoleMessages.overdue}</Badge>}
        {found.due_at && (
          <span>{moderationConsoleMessages.due({ when: formatDateTimeUtc(found.due_at) })}</span>
        )}
        <span>{moderationConsoleMessages.opened({ age: formatDateTimeUtc(found.opened_at) })}</span>
        {found.reports_count > 0 && (
          <span>{moderationConsoleMessages.reports({ n: found.reports_count })}</span>
        )}
        {found.proposes_ban && <Badge>{moderationConsoleMessages.proposesBan}</Badge>}
      </p>
      {problem}
      {detail ? (
        <div className="mod-columns">
          <div className="mod-column">
            <CaseSubject caseId={found.id} subject={found.subject} detail={detail} />
            <CaseReports detail={detail} />
            <AccountModerationHistory owner={detail.owner} />
          </div>
          <div className="mod-column">
            {detail.appeal && <AppealPanel appeal={detail.appeal} values={values} />}
            <CaseActionForm
              key={state}
              subject={found.subject}
              detail={detail}
              values={values}
              errors={errors}
            />
          </div>
        </div>
      ) : (
        <UnclaimedCaseNotice found={found} next={next} />
      )}
    </div>
  )
}

function UnclaimedCaseNotice({ found, next }: Pick<Props, 'found' | 'next'>) {
  if (found.closed_at) return <ClosedCaseNotice next={next} />
  if (found.claimed_by && !found.claimed_by.me)
    return (
      <p className="mod-note">{moderationConsoleMessages.taken({ username: found.claimed_by.username })}</p>
    )
  return (
    <Form method="post" className="mod-note">
      <p>{moderationConsoleMessages.unclaimed}</p>
      <Button type="submit" name="intent" value="claim" variant="primary" data-key="c">
        {moderationConsoleMessages.claim}
      </Button>
    </Form>
  )
}

function ClosedCaseNotice({ next }: Pick<Props, 'next'>) {
  return (
    <Form method="post" action={pagePaths.moderationQueue()} className="mod-note">
      <p>
        {moderationConsoleMessages.closed} {!next && moderationConsoleMessages.noNext}
      </p>
      {next && (
        <>
          <input type="hidden" name="id" value={next} />
          <Button type="submit" variant="primary" data-key="j">
            {moderationConsoleMessages.next}
          </Button>
        </>
      )}
    </Form>
  )
}
