import { computeKeyedHash } from '../platform/keyed-hash.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'

/** The networks that a client belongs to, each of which can have its own rate limit. */
export interface ClientNetworks {
  /**
   * The client's IPv4 address, or its IPv6 /64 network. Internet providers assign a /64 network to a single
   * connection.
   */
  network: string
  /** The client's IPv6 /48 network, which can belong to a single customer. Null for IPv4. */
  allocation: string | null
}

export function getClientNetworks(address: string): ClientNetworks {
  const network = getClientNetworkAddress(address)
  if (!network.endsWith('::/64')) return { network, allocation: null }
  return { network, allocation: `${network.split(':').slice(0, 3).join(':')}::/48` }
}

/** Returns the keyed hash under which a network is stored. The hash cannot be turned back into an address. */
export function hashNetwork(network: string): string {
  return computeKeyedHash(`network ${network}`)
}
