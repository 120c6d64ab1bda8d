import type { HostAddress } from '#server/platform/outbound/post-to-checked-address.ts'

const answers = [
  ['127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['100.64.0.1'],
  ['64:ff9b::7f00:1'],
  ['fd00::1'],
  // A public address first does not help.
  ['93.184.215.14', '127.0.0.1'],
]
let next = 0

/** What the DNS server of an attacker answers: another private address each time. */
export function privateAddresses(): HostAddress[] {
  next = (next + 1) % answers.length
  return answers[next]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
