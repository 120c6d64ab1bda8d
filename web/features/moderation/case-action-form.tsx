import { type FormEvent, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import type { CaseDetail, CaseSummary } from '#contract/moderation/moderation-cases.ts'
import {
  type ModerationAction,
  maxSanctionDays,
  decisionFactsMaxLength,
  type ModerationRule,
  violationSeverities,
} from '#contract/moderation/moderation-policy.ts'
import {
  isReportReasonApplicable,
  reportReasonNames,
  reportReasons,
} from '#contract/moderation/report-reasons.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { TextField, TextAreaField } from '#web/ui/forms/text-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import { getModerationRuleLabel } from './moderation-rule-label.ts'
import { useSingleKeyShortcuts } from './use-single-key-shortcuts.ts'

interface Props {
  subject: CaseSummary['subject']
  detail: CaseDetail
  values: Record<string, string> | undefined
  errors: Partial<Record<string, string>> | undefined
}

/**
 * Holding content and dismissing a case need no confirmation, because neither action publishes or permanently
 * deletes anything. However, if a replacement file for the video is waiting for the decision, dismissing the
 * case publishes that file.
 */
const unconfirmedActions: readonly ModerationAction[] = ['hold', 'dismiss']
const publishingActions: readonly ModerationAction[] = ['approve', 'restore']
const timedActions: readonly ModerationAction[] = ['suspend', 'mute_comments']

/**
 * The form for choosing a moderation action and rule, and for writing a message to the owner. A keyboard
 * shortcut only selects an action; Ctrl+Enter submits the form. Every action except holding and dismissing
 * must be confirmed.
 */
export function CaseActionForm({ subject, detail, values, errors }: Props) {
  const [action, setAction] = useState<ModerationAction | undefined>(
    values?.['action'] as ModerationAction | undefined,
  )
  const [confirming, setConfirming] = useState<{ rule: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  useSingleKeyShortcuts((key) => {
    const chosen = detail.may.find((name) => moderationConsoleMessages.actions[name].key === key)
    if (chosen) setAction(chosen)
    // Do not focus the rule field. The field would treat the next keyboard shortcut as input, which would
    // silently change the rule.
    if (chosen) form.current?.querySelector<HTMLElement>(`[name="action"][value="${chosen}"]`)?.focus()
    return chosen !== undefined
  })
  const confirmBeforeSubmit = (event: FormEvent) => {
    if (!action || (unconfirmedActions.includes(action) && !publishesReplacement(action, detail))) return
    event.preventDefault()
    setConfirming({ rule: String(new FormData(form.current!).get('rule')) })
  }
  const submitAction = () => {
    setConfirming(null)
    void submit(form.current, { method: 'post' })
  }
  return (
    <section className="mod-box">
      <h2 className="text-21">{moderationConsoleMessages.decide}</h2>
      <Form
        ref={form}
        method="post"
        className="mod-form"
        onSubmit={confirmBeforeSubmit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
        }}
      >
        <fieldset className="mod-actions">
          <legend className="sr-only">{moderationConsoleMessages.decide}</legend>
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
                <strong>{moderationConsoleMessages.actions[name].name}</strong>{' '}
                <kbd aria-hidden="true">{moderationConsoleMessages.actions[name].key}</kbd>
                <span className="block text-15 text-quiet">{describeEffect(name, detail)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Select
          label={moderationConsoleMessages.rule}
          name="rule"
          defaultValue={values?.['rule'] ?? getMostUrgentReason(detail)}
        >
          {reportReasonNames
            .filter((reason) => isReportReasonApplicable(reason, subject))
            .map((reason) => (
              <option key={reason} value={reason}>
                {reportReasons[reason].label}
              </option>
            ))}
        </Select>
        {action === 'remove' && (
          <Select
            label={moderationConsoleMessages.severity}
            name="severity"
            defaultValue={values?.['severity'] ?? 'usual'}
          >
            {violationSeverities.map((severity) => (
              <option key={severity} value={severity}>
                {moderationConsoleMessages.severities[severity]}
              </option>
            ))}
          </Select>
        )}
        {action && timedActions.includes(action) && (
          <TextField
            label={moderationConsoleMessages.days}
            name="days"
            type="number"
            min={1}
            max={maxSanctionDays.admin}
            defaultValue={values?.['days'] ?? '7'}
            error={errors?.['days']}
          />
        )}
        <TextAreaField
          label={moderationConsoleMessages.facts}
          hint={moderationConsoleMessages.factsHint}
          name="facts"
          rows={3}
          maxLength={decisionFactsMaxLength}
          defaultValue={values?.['facts']}
          error={errors?.['facts']}
        />
        <Checkbox label={moderationConsoleMessages.keepOpen} name="keep_open" />
        <noscript>
          <Checkbox label={moderationConsoleMessages.sure.noScript} name="sure" required />
        </noscript>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="act" variant="primary" busy={busy}>
            {action ? moderationConsoleMessages.do(action) : moderationConsoleMessages.decide}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="release"
            variant="ghost"
            formNoValidate
            onClick={release}
          >
            {moderationConsoleMessages.release}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        open={confirming !== null}
        title={action ? moderationConsoleMessages.sure.title(action) : ''}
        confirmLabel={action ? moderationConsoleMessages.sure.confirm(action) : ''}
        cancelLabel={moderationConsoleMessages.sure.cancel}
        danger={action !== undefined && ![...publishingActions, ...unconfirmedActions].includes(action)}
        onConfirm={submitAction}
        onCancel={() => setConfirming(null)}
      >
        {action && confirming && (
          <CaseActionConfirmation action={action} rule={confirming.rule} subject={subject} detail={detail} />
        )}
      </ConfirmDialog>
    </section>
  )

  /** Releasing a claimed case needs no confirmation, even if an action is selected. */
  function release(event: React.MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    void submit({ intent: 'release' }, { method: 'post' })
  }
}

interface CaseActionConfirmationProps {
  action: ModerationAction
  rule: string
  subject: CaseSummary['subject']
  detail: CaseDetail
}

/**
 * Shows what the moderator must confirm: the selected action, the rule, and the text that the action
 * publishes, if any.
 */
function CaseActionConfirmation({ action, rule, subject, detail }: CaseActionConfirmationProps) {
  const { content, comment, owner } = detail
  const texts = { content: content?.title, comment: comment?.body, profile: owner.held_bio ?? undefined }
  return (
    <>
      <p>{describeEffect(action, detail)}</p>
      <p className="mt-3">
        {moderationConsoleMessages.sure.rule({ rule: getModerationRuleLabel(rule as ModerationRule) })}
      </p>
      {publishingActions.includes(action) && texts[subject] !== undefined && (
        <>
          <p className="mt-3 font-semibold">{moderationConsoleMessages.sure.publishes}</p>
          <blockquote className="mod-quote">{texts[subject]}</blockquote>
        </>
      )}
    </>
  )
}

function describeEffect(action: ModerationAction, detail: CaseDetail): string {
  if (publishesReplacement(action, detail)) return moderationConsoleMessages.publishesReplacement
  return moderationConsoleMessages.actions[action].does
}

function publishesReplacement(action: ModerationAction, { content }: CaseDetail): boolean {
  return action === 'dismiss' && Boolean(content?.media?.replacement_url)
}

/** Returns the most urgent reason among the reports in a case. */
function getMostUrgentReason({ reports }: CaseDetail): string {
  const reasons = reports.map(({ reason }) => reason)
  return reportReasonNames.find((reason) => reasons.includes(reason)) ?? 'other'
}
