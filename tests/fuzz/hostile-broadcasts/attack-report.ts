import { expectedMessages } from './expected-messages.ts'
import { isSlowedDown, type MeasuredAttack } from './measure-hostile-broadcasts.ts'

/** Describes what an attack has achieved that it must not achieve. */
export function findAttackProblems(attack: MeasuredAttack): string[] {
  const { transport, name, messages, idleMs, attackedMs } = attack
  const label = `${transport} ${name}`
  const isExpected = messages.some(([message]) => expectedMessages[label]!.test(message))
  return [
    ...(isExpected ? [] : [`${label}: ${JSON.stringify(messages)}`]),
    ...(isSlowedDown(attack)
      ? [`${label}: p95 ${attackedMs.toFixed(1)} ms instead of ${idleMs.toFixed(1)} ms`]
      : []),
  ]
}

/** Formats an attack as one line of a table. */
export function formatAttack({
  transport,
  name,
  messages,
  requests,
  idleMs,
  attackedMs,
}: MeasuredAttack): string {
  const [mostFrequent] = messages.toSorted(([, one], [, other]) => other - one)
  return [
    `${transport} ${name}`.padEnd(30),
    `p95 ${idleMs.toFixed(1).padStart(6)} → ${attackedMs.toFixed(1).padStart(6)} ms`,
    `${(attackedMs / idleMs).toFixed(2)} ×`,
    `${requests} sent`.padStart(11),
    mostFrequent ? `${mostFrequent[1]} × ${mostFrequent[0]}` : 'no message',
  ].join('  ')
}
