import { Form, Link } from 'react-router'
import { appealMax } from '#contract/moderation.ts'
import type { Statement } from '#contract/statements.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/statements.ts'
import { ruleName } from './rule-name.ts'

interface Props {
  statement: Statement
  /** What was typed when it was refused, and why. */
  typed: string | undefined
  error: string | undefined
}

/** What was decided about oneself: what, by which rule, by whom, from what facts, until when, and the second look. */
export function StatementView({ statement, typed, error }: Props) {
  const facts = [
    [words.rule, statement.rule === 'strikes' ? words.strikesRule : ruleName(statement.rule)],
    [words.how, statement.automatic ? words.machine : words.person],
    statement.facts && [words.seen, statement.facts],
    [words.strikes, words.strikesText(statement.strikes)],
    [words.when, moment(statement.made_at)],
    statement.until && [words.until, moment(statement.until)],
    !statement.until && statement.action === 'ban' && [words.until, words.forGood],
  ].filter((fact): fact is [string, string] => Array.isArray(fact))
  return (
    <>
      <h1 className="text-40 wrap-anywhere">{words.sentence(statement)}</h1>
      {statement.reversed_at && <p className="font-semibold text-good-ink">{words.reversed}</p>}
      <dl className="grid gap-4">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt className="text-15 text-quiet">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
      <Second statement={statement} typed={typed} error={error} />
      <Link to={paths.statements} className="link self-start">
        {words.all}
      </Link>
    </>
  )
}

function Second({ statement, typed, error }: Props) {
  const { appeal, may_appeal, appeal_until } = statement
  if (appeal)
    return (
      <section className="flex flex-col gap-3">
        <h2 className="text-21">{words.appeal.yours}</h2>
        <blockquote className="wrap-anywhere whitespace-pre-line">{appeal.words}</blockquote>
        <p className="font-semibold">{words.appeal[appeal.outcome ?? 'open']}</p>
        {appeal.answer && <p className="wrap-anywhere whitespace-pre-line">{appeal.answer}</p>}
      </section>
    )
  if (!may_appeal) return null
  return (
    <Form method="post" className="flex flex-col gap-3">
      <h2 className="text-21">{words.appeal.title}</h2>
      <p>{words.appeal.text}</p>
      <TextArea
        label={words.appeal.label}
        hint={appeal_until ? words.appeal.until(moment(appeal_until)) : undefined}
        name="words"
        rows={4}
        maxLength={appealMax}
        required
        defaultValue={typed}
        error={error}
      />
      <Button type="submit" variant="primary" className="self-start">
        {words.appeal.send}
      </Button>
    </Form>
  )
}
