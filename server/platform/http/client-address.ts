import { type BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import { config } from '../config.ts'
import { log } from '../log.ts'
import { loopbackNetworks, parseNetworkList } from '../ip-networks.ts'
import type { HonoEnv } from './routes.ts'

/**
 * The two sources of a client's address: the remote address of the socket, and the header that a proxy has
 * set.
 */
interface AddressSource {
  incoming?: { socket?: { remoteAddress?: string } } | undefined
  forwardedFor?: string | null | undefined
}

/**
 * Returns the client's address. An IPv4-mapped address is returned as IPv4. Anyone can send an
 * `X-Forwarded-For` header, so an entry is used only if the proxy that added the entry is listed in
 * `TRUST_PROXY`. The entries are read from the last to the first.
 */
export function getClientAddress({ incoming, forwardedFor }: AddressSource): string {
  let address = normalizeAddress(incoming?.socket?.remoteAddress) ?? '127.0.0.1'
  if (!forwardedFor) return address
  const said = forwardedFor.split(',').map(normalizeAddress)
  if (!isTrustedProxy(address)) warnOnce(address)
  while (said.length > 0 && isTrustedProxy(address)) {
    const before = said.pop()
    if (!before) break
    address = before
  }
  return address
}

export function getRequestAddress(c: Context<HonoEnv>): string {
  return getClientAddress({ incoming: c.env?.incoming, forwardedFor: c.req.header('x-forwarded-for') })
}

/**
 * Returns the network that counts as one client for rate limits: a single IPv4 address, or an IPv6 /64
 * network.
 */
export function getClientNetworkAddress(address: string): string {
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

/** Returns a normalised address, or null if the text is not an address. */
function normalizeAddress(text: string | undefined): string | null {
  const bare = (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
  return isIP(bare) ? bare : null
}

/** Whether the address is that of a proxy in `TRUST_PROXY`. */
export function isTrustedProxy(address: string): boolean {
  const list: BlockList = config.trustedProxies
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

let told = false

/**
 * Warns the operator once about a proxy that is missing from `TRUST_PROXY`, because all visitors behind such
 * a proxy count as a single client.
 */
function warnOnce(address: string): void {
  if (told || config.isLocal) return
  told = true
  log.warn('a proxy is missing from TRUST_PROXY; all visitors behind it count as one address', {
    // Public addresses are not logged, because a visitor can trigger this warning by sending an
    // `X-Forwarded-For` header, and visitors' addresses must not be logged.
    proxy: isPrivateAddress(address) ? address : 'a public address',
  })
}

const privateNetworks = parseNetworkList([
  ...loopbackNetworks,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
])

/** Returns whether an address belongs to this machine or to a private network. */
export function isPrivateAddress(address: string): boolean {
  return privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
