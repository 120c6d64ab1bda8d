import { Form } from 'react-router'
import type { CaseDetail } from '#contract/mod.ts'
import { factsMax } from '#contract/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/mod.ts'
import { DecisionLine } from './person.tsx'

interface Props {
  appeal: NonNullable<CaseDetail['appeal']>
  values: Record<string, string> | undefined
}

/** Somebody asked for a second look: their words beside the decision, and the answer. Who decided first cannot decide again. */
export function SecondLook({ appeal, values }: Props) {
  return (
    <section className="mod-box">
      <h2 className="text-21">{words.appeal}</h2>
      <blockquote className="mod-quote">{appeal.words}</blockquote>
      <p className="text-15 text-quiet">{moment(appeal.made_at)}</p>
      <h3 className="text-17">{words.decision}</h3>
      <DecisionLine decision={appeal.decision} />
      {appeal.may_decide ? (
        <Form method="post" className="mod-form">
          <input type="hidden" name="appeal" value={appeal.id} />
          <input type="hidden" name="intent" value="decide" />
          <TextArea
            label={words.answer}
            name="answer"
            rows={3}
            maxLength={factsMax}
            defaultValue={values?.['answer']}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="outcome" value="reversed" variant="primary">
              {words.reverse}
            </Button>
            <Button type="submit" name="outcome" value="upheld">
              {words.uphold}
            </Button>
          </div>
        </Form>
      ) : (
        <p className="mod-note">{words.notYours}</p>
      )}
    </section>
  )
}
