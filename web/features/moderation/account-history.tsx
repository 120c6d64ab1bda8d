import type { CaseDecision } from '#contract/moderation/case-decision.ts'
import type { CaseDetail } from '#contract/moderation/moderation-cases.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import { getModerationRuleLabel } from './moderation-rule-label.ts'

type Owner = CaseDetail['owner']

/**
 * Shows the standing of the account that owns the content, and past moderation decisions about this account.
 */
export function AccountModerationHistory({ owner }: { owner: Owner }) {
  return (
    <section className="mod-box">
      <h2 className="text-21">{moderationConsoleMessages.history}</h2>
      <p className="mod-case-facts">
        <strong className="wrap-anywhere" dir="auto">
          @{owner.username}
        </strong>
        {getAccountBadges(owner).map((mark) => (
          <Badge key={mark}>{mark}</Badge>
        ))}
        <span>{moderationConsoleMessages.strikes({ n: owner.strikes })}</span>
      </p>
      {owner.decisions.length === 0 && <p className="text-quiet">{moderationConsoleMessages.noHistory}</p>}
      <ul className="mod-list">
        {owner.decisions.map((decision) => (
          <li key={decision.id}>
            <DecisionSummaryLine decision={decision} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function DecisionSummaryLine({ decision }: { decision: CaseDecision }) {
  const { action, rule, source, automatic, by, facts, about, made_at, reversed_at, strikes } = decision
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        {moderationConsoleMessages.actions[action].name}: {about}
      </p>
      <p className="text-15 text-quiet">
        {getModerationRuleLabel(rule)} ·{' '}
        {automatic
          ? moderationConsoleMessages.automatic
          : by
            ? `@${by}`
            : moderationConsoleMessages.sources[source]}{' '}
        · {formatDateTimeUtc(made_at)}
        {strikes > 0 && ` · ${moderationConsoleMessages.strikes({ n: strikes })}`}
        {reversed_at && ` · ${moderationConsoleMessages.reversed}`}
      </p>
      {facts && <blockquote className="mod-quote">{facts}</blockquote>}
    </>
  )
}

function getAccountBadges(owner: Owner): string[] {
  return [
    owner.is_staff && moderationConsoleMessages.isStaff,
    owner.is_private && moderationConsoleMessages.isPrivate,
    owner.is_leaving && moderationConsoleMessages.isLeaving,
    owner.banned && moderationConsoleMessages.banned,
    owner.suspended_until &&
      moderationConsoleMessages.suspended({ until: formatDateTimeUtc(owner.suspended_until) }),
    owner.comments_muted_until &&
      moderationConsoleMessages.muted({ until: formatDateTimeUtc(owner.comments_muted_until) }),
  ].filter((mark): mark is string => typeof mark === 'string')
}
