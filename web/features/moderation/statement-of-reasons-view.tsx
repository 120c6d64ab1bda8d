import { Form, Link } from 'react-router'
import { appealTextMaxLength } from '#contract/moderation/moderation-policy.ts'
import type { StatementOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextAreaField } from '#web/ui/forms/text-field.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { statementOfReasonsMessages } from '#web/messages/moderation/statements-of-reasons.ts'
import { getModerationRuleLabel } from './moderation-rule-label.ts'

interface Props {
  statement: StatementOfReasons
  /** The submitted text of the appeal and its error, if the server has rejected the form. */
  typed: string | undefined
  error: string | undefined
}

/**
 * Shows a moderation decision to the owner of the content. The page states the action, the rule, the facts,
 * whether a person made the decision, how long the decision applies, and how to appeal.
 */
export function StatementOfReasonsView({ statement, typed, error }: Props) {
  const facts = [
    [
      statementOfReasonsMessages.rule,
      statement.rule === 'strikes'
        ? statementOfReasonsMessages.strikesRule
        : getModerationRuleLabel(statement.rule),
    ],
    [
      statementOfReasonsMessages.how,
      statement.automatic ? statementOfReasonsMessages.machine : statementOfReasonsMessages.person,
    ],
    statement.facts && [statementOfReasonsMessages.seen, statement.facts],
    [statementOfReasonsMessages.strikes, statementOfReasonsMessages.strikesText({ n: statement.strikes })],
    [statementOfReasonsMessages.when, formatDateTimeUtc(statement.made_at)],
    statement.until && [statementOfReasonsMessages.until, formatDateTimeUtc(statement.until)],
    !statement.until &&
      statement.action === 'ban' && [statementOfReasonsMessages.until, statementOfReasonsMessages.forGood],
  ].filter((fact): fact is [string, string] => Array.isArray(fact))
  return (
    <>
      <h1 className="text-40 wrap-anywhere">{statementOfReasonsMessages.sentence(statement)}</h1>
      {statement.reversed_at && (
        <p className="font-semibold text-good-ink">{statementOfReasonsMessages.reversed}</p>
      )}
      <dl className="grid gap-4">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt className="text-15 text-quiet">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-line" dir="auto">
              {text}
            </dd>
          </div>
        ))}
      </dl>
      <AppealSection statement={statement} typed={typed} error={error} />
      <Link to={pagePaths.statements} className="link self-start">
        {statementOfReasonsMessages.all}
      </Link>
    </>
  )
}

function getReversalMessage(action: StatementOfReasons['action']): string {
  const { reversedReplacement, reversedBroadcastStop, reversed } = statementOfReasonsMessages.appeal
  if (action === 'refuse_replacement') return reversedReplacement
  if (action === 'stop_broadcast') return reversedBroadcastStop
  return reversed
}

function AppealSection({ statement, typed, error }: Props) {
  const { appeal, may_appeal, appeal_until } = statement
  if (appeal)
    return (
      <section className="flex flex-col gap-3">
        <h2 className="text-21">{statementOfReasonsMessages.appeal.yours}</h2>
        <blockquote className="wrap-anywhere whitespace-pre-line" dir="auto">
          {appeal.words}
        </blockquote>
        <p className="font-semibold">
          {appeal.outcome === 'reversed'
            ? getReversalMessage(statement.action)
            : statementOfReasonsMessages.appeal[appeal.outcome ?? 'open']}
        </p>
        {appeal.answer && <p className="wrap-anywhere whitespace-pre-line">{appeal.answer}</p>}
      </section>
    )
  if (!may_appeal) return null
  return (
    <Form method="post" className="flex flex-col gap-3">
      <h2 className="text-21">{statementOfReasonsMessages.appeal.title}</h2>
      <p>{statementOfReasonsMessages.appeal.text}</p>
      <TextAreaField
        label={statementOfReasonsMessages.appeal.label}
        hint={
          appeal_until
            ? statementOfReasonsMessages.appeal.until({ when: formatDateTimeUtc(appeal_until) })
            : undefined
        }
        name="words"
        rows={4}
        maxLength={appealTextMaxLength}
        required
        defaultValue={typed}
        error={error}
      />
      <Button type="submit" variant="primary" className="self-start">
        {statementOfReasonsMessages.appeal.send}
      </Button>
    </Form>
  )
}
