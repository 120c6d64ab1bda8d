import { type FormEvent, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import type { CaseDetail } from '#contract/mod.ts'
import { type AppealOutcome, factsMax } from '#contract/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
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
        <Answer id={appeal.id} typed={values?.['answer']} />
      ) : (
        <p className="mod-note">{words.notYours}</p>
      )}
    </section>
  )
}

/** The answer to whoever appealed. It is asked once more, because both ways are final. */
function Answer({ id, typed }: { id: string; typed: string | undefined }) {
  const [asking, setAsking] = useState<{ outcome: AppealOutcome; form: FormData } | null>(null)
  const submit = useSubmit()
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    // Enter in a field presses no button: then nothing is decided.
    if (button)
      setAsking({ outcome: button.value as AppealOutcome, form: new FormData(event.currentTarget, button) })
  }
  const said = asking && words.sureAppeal[asking.outcome]
  return (
    <>
      <Form method="post" className="mod-form" onSubmit={ask}>
        <input type="hidden" name="appeal" value={id} />
        <input type="hidden" name="intent" value="decide" />
        <TextArea
          label={words.answer}
          hint={words.answerHint}
          name="answer"
          rows={3}
          maxLength={factsMax}
          required
          defaultValue={typed}
        />
        <noscript>
          <Checkbox label={words.sure.noScript} name="sure" required />
        </noscript>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="outcome" value="reversed" variant="primary">
            {words.reverse}
          </Button>
          <Button type="submit" name="outcome" value="upheld">
            {words.uphold}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        open={asking !== null}
        title={said?.title ?? ''}
        confirmLabel={said?.confirm ?? ''}
        cancelLabel={words.sure.cancel}
        onConfirm={() => {
          setAsking(null)
          if (asking) void submit(asking.form, { method: 'post' })
        }}
        onCancel={() => setAsking(null)}
      >
        {said?.text}
      </ConfirmDialog>
    </>
  )
}
