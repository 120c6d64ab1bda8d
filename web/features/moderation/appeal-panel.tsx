import { type FormEvent, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import type { CaseDetail } from '#contract/moderation/moderation-cases.ts'
import { type AppealOutcome, decisionFactsMaxLength } from '#contract/moderation/moderation-policy.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { TextAreaField } from '#web/ui/forms/text-field.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import { DecisionSummaryLine } from './account-history.tsx'

interface Props {
  appeal: NonNullable<CaseDetail['appeal']>
  values: Record<string, string> | undefined
}

/**
 * Shows an appeal next to the decision that it challenges, with a form for the response. A moderator cannot
 * decide an appeal against their own decision.
 */
export function AppealPanel({ appeal, values }: Props) {
  return (
    <section className="mod-box">
      <h2 className="text-21">{moderationConsoleMessages.appeal}</h2>
      <blockquote className="mod-quote">{appeal.words}</blockquote>
      <p className="text-15 text-quiet">{formatDateTimeUtc(appeal.made_at)}</p>
      <h3 className="text-17">{moderationConsoleMessages.decision}</h3>
      <DecisionSummaryLine decision={appeal.decision} />
      {appeal.may_decide ? (
        <AppealAnswerForm id={appeal.id} typed={values?.['answer']} />
      ) : (
        <p className="mod-note">{moderationConsoleMessages.notYours}</p>
      )}
    </section>
  )
}

/**
 * The form for a moderator's response to an appeal. The form asks the moderator for confirmation, because
 * both possible outcomes of an appeal are final.
 */
function AppealAnswerForm({ id, typed }: { id: string; typed: string | undefined }) {
  const [confirming, setConfirming] = useState<{ outcome: AppealOutcome; form: FormData } | null>(null)
  const submit = useSubmit()
  const confirmBeforeSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    // Pressing Enter in a field submits the form without a button value, so the Enter key never decides the
    // appeal.
    if (button)
      setConfirming({
        outcome: button.value as AppealOutcome,
        form: new FormData(event.currentTarget, button),
      })
  }
  const confirmation = confirming && moderationConsoleMessages.sureAppeal[confirming.outcome]
  return (
    <>
      <Form method="post" className="mod-form" onSubmit={confirmBeforeSubmit}>
        <input type="hidden" name="appeal" value={id} />
        <input type="hidden" name="intent" value="decide" />
        <TextAreaField
          label={moderationConsoleMessages.answer}
          hint={moderationConsoleMessages.answerHint}
          name="answer"
          rows={3}
          maxLength={decisionFactsMaxLength}
          required
          defaultValue={typed}
        />
        <noscript>
          <Checkbox label={moderationConsoleMessages.sure.noScript} name="sure" required />
        </noscript>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="outcome" value="reversed" variant="primary">
            {moderationConsoleMessages.reverse}
          </Button>
          <Button type="submit" name="outcome" value="upheld">
            {moderationConsoleMessages.uphold}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        open={confirming !== null}
        title={confirmation?.title ?? ''}
        confirmLabel={confirmation?.confirm ?? ''}
        cancelLabel={moderationConsoleMessages.sure.cancel}
        onConfirm={() => {
          setConfirming(null)
          if (confirming) void submit(confirming.form, { method: 'post' })
        }}
        onCancel={() => setConfirming(null)}
      >
        {confirmation?.text}
      </ConfirmDialog>
    </>
  )
}
