import { expectedMessages } from './expected-messages.ts'
import type { MeasuredAttack } from './measure-hostile-broadcasts.ts'

/** The API may be this many times slower during an attack. */
const maxSlowdown = 2
/**
 * A slowdown by less than this does not count, in milliseconds. On two cores that are shared with the attacker, the
 * 95th percentiles of two windows without an attack differ by up to this much.
 */
const noiseMs = 15

/** Describes what an attack has achieved that it must not achieve. */
export function findAttackProblems(attack: MeasuredAttack): string[] {
  const { transport, name, messages, idleMs, attackedMs } = attack
  const label = `${transport} ${name}`
  const isExpected = messages.some(([message]) => expectedMessages[label]!.test(message))
  const isSlow = attackedMs > Math.max(maxSlowdown * idleMs, idleMs + noiseMs)
  return [
    ...(isExpected ? [] : [`${label}: ${JSON.stringify(messages)}`]),
    ...(isSlow ? [`${label}: p95 ${attackedMs.toFixed(1)} ms instead of ${idleMs.toFixed(1)} ms`] : []),
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
