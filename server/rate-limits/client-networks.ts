import { keyedHash } from './login-throttle.ts'
import { networkKeyOf } from '#server/platform/http/client-address.ts'

/** The networks a request came from, as they are counted. */
export interface ClientNetworks {
  /** An IPv4 address, or the IPv6 /64 that one line is given. */
  network: string
  /** The IPv6 /48 around it, which one customer may be given; null for IPv4. */
  allocation: string | null
}

export function clientNetworksOf(address: string): ClientNetworks {
  const network = networkKeyOf(address)
  if (!network.endsWith('::/64')) return { network, allocation: null }
  return { network, allocation: `${network.split(':').slice(0, 3).join(':')}::/48` }
}

/** What is stored of a network: a keyed hash that nobody can turn back into an address. */
export function hashNetwork(network: string): string {
  return keyedHash(`network ${network}`)
}
