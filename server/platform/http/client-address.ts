import { type BlockList, isIP } from 'node:net'
import { config } from '../config.ts'
import { log } from '../log.ts'
import { loopbackNetworks, toBlockList } from '../ip-networks.ts'

/** What an address is read from: the socket's other end, and what a proxy wrote down of whom it speaks for. */
interface AddressSource {
  incoming?: { socket?: { remoteAddress?: string } } | undefined
  forwardedFor?: string | null | undefined
}

/**
 * The address of who asks, IPv4 written as IPv4. A proxy's word (`X-Forwarded-For`, read from its end) is taken only while it
 * comes from an address that `TRUST_PROXY` names: what anybody can write into a header is nobody's address.
 */
export function clientAddressOf({ incoming, forwardedFor }: AddressSource): string {
  let address = normalizeAddress(incoming?.socket?.remoteAddress) ?? '127.0.0.1'
  if (!forwardedFor) return address
  const said = forwardedFor.split(',').map(normalizeAddress)
  if (!isTrusted(address)) warnOnce(address)
  while (said.length > 0 && isTrusted(address)) {
    const before = said.pop()
    if (!before) break
    address = before
  }
  return address
}

/** What counts as one place where guesses are counted: an IPv4 address, or the /64 that one line is given of IPv6. */
export function networkKeyOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const first = head ? head.split(':') : []
  const last = tail ? tail.split(':') : []
  const groups = tail === undefined ? first : [...first, ...zeros(8 - first.length - last.length), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const zeros = (count: number) => Array.from({ length: Math.max(0, count) }, () => '0')

/** An address as we write it, or null for what is none. */
function normalizeAddress(text: string | undefined): string | null {
  const bare = (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
  return isIP(bare) ? bare : null
}

function isTrusted(address: string): boolean {
  const list: BlockList = config.trustedProxies
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

let told = false

/** Behind a proxy that is not named everybody would count as one: the operator has to know. */
function warnOnce(address: string): void {
  if (told || config.isLocal) return
  told = true
  log.warn('a proxy that TRUST_PROXY does not name passes requests on: all of them count as one address', {
    // A visitor who sends the header themself causes this too, and visitors' addresses are not logged.
    proxy: isPrivate(address) ? address : 'a public address',
  })
}

const privateNetworks = toBlockList([
  ...loopbackNetworks,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
])

function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
