import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether an IP address belongs to a host on the internet. Private, loopback, link-local, shared (CGNAT),
 * multicast and reserved addresses do not, and neither do IPv6 addresses that contain an IPv4 address (IPv4-mapped,
 * NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  // `unicast` is what remains after all special ranges of the IANA registries.
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast)
}
