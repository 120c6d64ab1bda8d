import type { act, decideAppeal } from '#contract/mod.ts'
import type { InputOf } from '#contract/endpoint.ts'

type Act = InputOf<typeof act>['body']
type Decide = InputOf<typeof decideAppeal>['body']

/** What the form says is to be done; the contract judges it. */
export function actIn(form: FormData): Act {
  const days = Number(form.get('days'))
  return {
    action: String(form.get('action')) as Act['action'],
    rule: String(form.get('rule') ?? 'other') as Act['rule'],
    facts: String(form.get('facts') ?? ''),
    severity: String(form.get('severity') ?? 'usual') as Act['severity'],
    ...(days > 0 && { days }),
    ...(form.has('keep_open') && { keep_open: true }),
  }
}

export function decisionIn(form: FormData): Decide & { appealId: string } {
  return {
    appealId: String(form.get('appeal')),
    outcome: String(form.get('outcome')) as Decide['outcome'],
    answer: String(form.get('answer') ?? ''),
  }
}
