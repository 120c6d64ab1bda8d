import { type FormEvent, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import type { CaseDetail, CaseRow } from '#contract/mod.ts'
import { type Action, daysMost, factsMax, type Rule, severities } from '#contract/moderation.ts'
import { isSaidOf, reportReasonNames, reportReasons } from '#contract/report-reasons.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { words } from '#web/words/mod.ts'
import { ruleName } from './rule-name.ts'
import { useKey } from './use-keys.ts'

interface Props {
  subject: CaseRow['subject']
  detail: CaseDetail
  values: Record<string, string> | undefined
  errors: Partial<Record<string, string>> | undefined
}

/** Done without a second question: they show nobody anything, and take nothing away for good. */
const atOnce: readonly Action[] = ['hold', 'dismiss']
const publishing: readonly Action[] = ['approve', 'restore']
const lasting: readonly Action[] = ['suspend', 'mute_comments']

/**
 * What to do, by which rule, and the words to the owner. A plain form. Keys choose an action and nothing else, also when several are
 * pressed; Ctrl+Enter asks for it, and whatever others notice is asked once more.
 */
export function ActForm({ subject, detail, values, errors }: Props) {
  const [action, setAction] = useState<Action | undefined>(values?.['action'] as Action | undefined)
  const [asking, setAsking] = useState<{ rule: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  useKey((key) => {
    const chosen = detail.may.find((name) => words.actions[name].key === key)
    if (chosen) setAction(chosen)
    // Not to a select: there the next key would choose another rule unseen.
    if (chosen) form.current?.querySelector<HTMLElement>(`[name="action"][value="${chosen}"]`)?.focus()
    return chosen !== undefined
  })
  const ask = (event: FormEvent) => {
    if (!action || atOnce.includes(action)) return
    event.preventDefault()
    setAsking({ rule: String(new FormData(form.current!).get('rule')) })
  }
  const doIt = () => {
    setAsking(null)
    void submit(form.current, { method: 'post' })
  }
  return (
    <section className="mod-box">
      <h2 className="text-21">{words.decide}</h2>
      <Form
        ref={form}
        method="post"
        className="mod-form"
        onSubmit={ask}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
        }}
      >
        <fieldset className="mod-actions">
          <legend className="sr-only">{words.decide}</legend>
          {detail.may.map((name) => (
            <label key={name} className="mod-action">
              <input
                type="radio"
                name="action"
                value={name}
                required
                checked={action === name}
                onChange={() => setAction(name)}
              />
              <span>
                <strong>{words.actions[name].name}</strong>{' '}
                <kbd aria-hidden="true">{words.actions[name].key}</kbd>
                <span className="block text-15 text-quiet">{words.actions[name].does}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Select label={words.rule} name="rule" defaultValue={values?.['rule'] ?? likely(detail)}>
          {reportReasonNames
            .filter((reason) => isSaidOf(reason, subject))
            .map((reason) => (
              <option key={reason} value={reason}>
                {reportReasons[reason].label}
              </option>
            ))}
        </Select>
        {action === 'remove' && (
          <Select label={words.severity} name="severity" defaultValue={values?.['severity'] ?? 'usual'}>
            {severities.map((severity) => (
              <option key={severity} value={severity}>
                {words.severities[severity]}
              </option>
            ))}
          </Select>
        )}
        {action && lasting.includes(action) && (
          <Field
            label={words.days}
            name="days"
            type="number"
            min={1}
            max={daysMost.admin}
            defaultValue={values?.['days'] ?? '7'}
            error={errors?.['days']}
          />
        )}
        <TextArea
          label={words.facts}
          hint={words.factsHint}
          name="facts"
          rows={3}
          maxLength={factsMax}
          defaultValue={values?.['facts']}
          error={errors?.['facts']}
        />
        <Checkbox label={words.keepOpen} name="keep_open" />
        <noscript>
          <Checkbox label={words.sure.noScript} name="sure" required />
        </noscript>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="act" variant="primary" busy={busy}>
            {action ? words.do(action) : words.decide}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="release"
            variant="ghost"
            formNoValidate
            onClick={release}
          >
            {words.release}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        open={asking !== null}
        title={action ? words.sure.title(action) : ''}
        confirmLabel={action ? words.sure.confirm(action) : ''}
        cancelLabel={words.sure.cancel}
        danger={action !== undefined && !publishing.includes(action)}
        onConfirm={doIt}
        onCancel={() => setAsking(null)}
      >
        {action && asking && <Asked action={action} rule={asking.rule} subject={subject} detail={detail} />}
      </ConfirmDialog>
    </section>
  )

  /** Giving the case back needs no second question, whatever is chosen above. */
  function release(event: React.MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    void submit({ intent: 'release' }, { method: 'post' })
  }
}

interface AskedProps {
  action: Action
  rule: string
  subject: CaseRow['subject']
  detail: CaseDetail
}

/** What is about to happen, by which rule, and of what is published the words themselves. */
function Asked({ action, rule, subject, detail }: AskedProps) {
  const { content, comment, owner } = detail
  const texts = { content: content?.title, comment: comment?.body, profile: owner.held_bio ?? undefined }
  return (
    <>
      <p>{words.actions[action].does}</p>
      <p className="mt-3">{words.sure.rule(ruleName(rule as Rule))}</p>
      {publishing.includes(action) && texts[subject] !== undefined && (
        <>
          <p className="mt-3 font-semibold">{words.sure.publishes}</p>
          <blockquote className="mod-quote">{texts[subject]}</blockquote>
        </>
      )}
    </>
  )
}

/** The most urgent thing that was said of it. */
function likely({ reports }: CaseDetail): string {
  const said = reports.map(({ reason }) => reason)
  return reportReasonNames.find((reason) => said.includes(reason)) ?? 'other'
}
