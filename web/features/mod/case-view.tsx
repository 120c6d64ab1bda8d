import { type ReactNode, useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import type { Case } from '#contract/mod.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/mod.ts'
import { ActForm } from './act-form.tsx'
import { Keys } from './keys.tsx'
import { Person } from './person.tsx'
import { whyHere } from './queue.tsx'
import { Reports } from './reports.tsx'
import { SecondLook } from './second-look.tsx'
import { Subject } from './subject.tsx'
import { useBackKey, useButtonKey } from './use-keys.ts'
import './mod.css'

interface Props {
  found: Case
  /** Of a closed case: the one to go on with. */
  next: string | undefined
  /** What was refused, said at the top. */
  problem: ReactNode
  /** What was typed then, and what is wrong with it, by field. */
  values: Record<string, string> | undefined
  errors: Partial<Record<string, string>> | undefined
}

/** One case: what it is about, why it is here, whose it is, and what can be done. */
export function CaseView({ found, next, problem, values, errors }: Props) {
  useBackKey()
  useButtonKey('c')
  useButtonKey('j')
  const heading = useRef<HTMLHeadingElement>(null)
  const { detail } = found
  // What was done has changed the page: who works by ear or keyboard begins at its top again.
  const state = `${found.claimed_by?.username} ${found.closed_at} ${detail?.content?.state} ${detail?.comment?.state} ${detail?.owner.decisions.length}`
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state) heading.current?.focus()
    before.current = state
  }, [state])
  return (
    <div className="mod">
      <header className="mod-head">
        <h1 ref={heading} tabIndex={-1} className="text-28 wrap-anywhere">
          <span className="block text-17 text-quiet">
            {words.subject[found.subject]} · {words.priority(found.priority)} {words.urgent[found.priority]}
          </span>
          {whyHere(found)}
        </h1>
        <Keys />
        <Link to={paths.mod()} className={buttonClass({ size: 'small' })}>
          {words.back}
        </Link>
      </header>
      <p className="mod-case-facts">
        {found.overdue && <Badge>{words.overdue}</Badge>}
        {found.due_at && <span>{words.due(moment(found.due_at))}</span>}
        <span>{words.opened(moment(found.opened_at))}</span>
        {found.reports_count > 0 && <span>{words.reports(found.reports_count)}</span>}
        {found.proposes_ban && <Badge>{words.proposesBan}</Badge>}
      </p>
      {problem}
      {detail ? (
        <div className="mod-columns">
          <div className="mod-column">
            <Subject subject={found.subject} detail={detail} />
            <Reports detail={detail} />
            <Person owner={detail.owner} />
          </div>
          <div className="mod-column">
            {detail.appeal && <SecondLook appeal={detail.appeal} values={values} />}
            <ActForm key={state} subject={found.subject} detail={detail} values={values} errors={errors} />
          </div>
        </div>
      ) : (
        <NotYours found={found} next={next} />
      )}
    </div>
  )
}

function NotYours({ found, next }: Pick<Props, 'found' | 'next'>) {
  if (found.closed_at) return <Closed next={next} />
  if (found.claimed_by && !found.claimed_by.me)
    return <p className="mod-note">{words.taken(found.claimed_by.username)}</p>
  return (
    <Form method="post" className="mod-note">
      <p>{words.unclaimed}</p>
      <Button type="submit" name="intent" value="claim" variant="primary" data-key="c">
        {words.claim}
      </Button>
    </Form>
  )
}

function Closed({ next }: Pick<Props, 'next'>) {
  return (
    <Form method="post" action={paths.mod()} className="mod-note">
      <p>
        {words.closed} {!next && words.noNext}
      </p>
      {next && (
        <>
          <input type="hidden" name="id" value={next} />
          <Button type="submit" variant="primary" data-key="j">
            {words.next}
          </Button>
        </>
      )}
    </Form>
  )
}
