import type { postCaseAction, decideAppeal } from '#contract/moderation/moderation-cases.ts'
import type { InputOf } from '#contract/endpoint.ts'

type CaseActionBody = InputOf<typeof postCaseAction>['body']
type AppealDecisionBody = InputOf<typeof decideAppeal>['body']

/**
 * Builds the request body for the moderation action that was selected in the form. This function does not
 * validate the values, because the API validates the request body.
 */
export function parseCaseActionForm(form: FormData): CaseActionBody {
  const days = Number(form.get('days'))
  return {
    action: String(form.get('action')) as CaseActionBody['action'],
    rule: String(form.get('rule') ?? 'other') as CaseActionBody['rule'],
    facts: String(form.get('facts') ?? ''),
    severity: String(form.get('severity') ?? 'usual') as CaseActionBody['severity'],
    ...(days > 0 && { days }),
    ...(form.has('keep_open') && { keep_open: true }),
  }
}

export function parseAppealDecisionForm(form: FormData): AppealDecisionBody & { appealId: string } {
  return {
    appealId: String(form.get('appeal')),
    outcome: String(form.get('outcome')) as AppealDecisionBody['outcome'],
    answer: String(form.get('answer') ?? ''),
  }
}
