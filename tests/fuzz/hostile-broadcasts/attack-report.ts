import type { MeasuredAttack } from './measure-hostile-broadcasts.ts'

/**
 * The part of a refusal that says what to do. Each attack must get at least one such message.
 */
const expectedMessages: { [transportAndName: string]: RegExp } = {
  'HTTP garbage': /couldn’t read your video\. Send H\.264/,
  'HTTP wrong codec': /format that we can’t play\. Choose H\.264/,
  'HTTP 100,000 tiny fragments': /at most 20 chunks per second/,
  'HTTP 100,000 tiny frames': /too many frames per second\. Choose 60 or less/,
  'HTTP out of order': /next chunk must have the number 1/,
  'HTTP replayed': /jump or go backwards\. Restart/,
  'HTTP resolution bomb': /Choose 1920 × 1080 pixels or less/,
  'HTTP 100 × bitrate': /at most 8 Mbit\/s|Choose 8 Mbit\/s/,
  'HTTP endless header': /couldn’t read your video\. Send H\.264/,
  'RTMP garbage': /cannot read the stream\. Update|frame of the stream is too large/,
  'RTMP wrong codec': /only H\.264 video\. Choose H\.264/,
  'RTMP 100,000 tiny fragments': /too many frames per second\. Choose a lower/,
  'RTMP out of order': /go backwards\. Start/,
  'RTMP replayed': /go backwards\. Start/,
  'RTMP resolution bomb': /Choose 1920 × 1080 pixels or less/,
  'RTMP 100 × bitrate': /at most 8 Mbit\/s|bitrate is too high\. Choose/,
  'RTMP endless header': /bitrate is too high\. Choose|too many frames per second\. Choose/,
}

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
export function formatAttack({ transport, name, messages, requests, idleMs, attackedMs }: MeasuredAttack): string {
  const [mostFrequent] = messages.toSorted(([, one], [, other]) => other - one)
  return [
    `${transport} ${name}`.padEnd(30),
    `p95 ${idleMs.toFixed(1).padStart(6)} → ${attackedMs.toFixed(1).padStart(6)} ms`,
    `${(attackedMs / idleMs).toFixed(2)} ×`,
    `${requests} sent`.padStart(11),
    mostFrequent ? `${mostFrequent[1]} × ${mostFrequent[0]}` : 'no message',
  ].join('  ')
}
