import type { CaseDetail, Decision } from '#contract/mod.ts'
import { Badge } from '#web/ui/badge.tsx'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/mod.ts'
import { ruleName } from './rule-name.ts'

type Owner = CaseDetail['owner']

/** Whose it is: how they stand, and what was decided before. */
export function Person({ owner }: { owner: Owner }) {
  return (
    <section className="mod-box">
      <h2 className="text-21">{words.history}</h2>
      <p className="mod-case-facts">
        <strong className="wrap-anywhere">@{owner.username}</strong>
        {marksOf(owner).map((mark) => (
          <Badge key={mark}>{mark}</Badge>
        ))}
        <span>{words.strikes(owner.strikes)}</span>
      </p>
      {owner.decisions.length === 0 && <p className="text-quiet">{words.noHistory}</p>}
      <ul className="mod-list">
        {owner.decisions.map((decision) => (
          <li key={decision.id}>
            <DecisionLine decision={decision} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function DecisionLine({ decision }: { decision: Decision }) {
  const { action, rule, source, automatic, by, facts, about, made_at, reversed_at, strikes } = decision
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        {words.actions[action].name}: {about}
      </p>
      <p className="text-15 text-quiet">
        {ruleName(rule)} · {automatic ? words.automatic : by ? `@${by}` : words.sources[source]} ·{' '}
        {moment(made_at)}
        {strikes > 0 && ` · ${words.strikes(strikes)}`}
        {reversed_at && ` · ${words.reversed}`}
      </p>
      {facts && <blockquote className="mod-quote">{facts}</blockquote>}
    </>
  )
}

function marksOf(owner: Owner): string[] {
  return [
    owner.is_staff && words.isStaff,
    owner.is_private && words.isPrivate,
    owner.is_leaving && words.isLeaving,
    owner.banned && words.banned,
    owner.suspended_until && words.suspended(moment(owner.suspended_until)),
    owner.comments_muted_until && words.muted(moment(owner.comments_muted_until)),
  ].filter((mark): mark is string => typeof mark === 'string')
}
