import { keyed } from '../accounts/guesses.ts'
import { placeOf } from '../platform/http/address.ts'

/** The networks a request came from, as they are counted. */
export interface Networks {
  /** An IPv4 address, or the IPv6 /64 that one line is given. */
  network: string
  /** The IPv6 /48 around it, which one customer may be given; null for IPv4. */
  allocation: string | null
}

export function networksOf(address: string): Networks {
  const network = placeOf(address)
  if (!network.endsWith('::/64')) return { network, allocation: null }
  return { network, allocation: `${network.split(':').slice(0, 3).join(':')}::/48` }
}

/** What is stored of a network: a keyed hash that nobody can turn back into an address. */
export function networkHash(network: string): string {
  return keyed(`network ${network}`)
}
