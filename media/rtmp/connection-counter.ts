import type { DisconnectReason } from './disconnect-reasons.ts'
import type { RtmpLimits } from './rtmp-limits.ts'

/** Counts the open connections, in total and per network. */
export class ConnectionCounter {
  #total = 0
  readonly #perNetwork = new Map<string, number>()
  readonly #limits: RtmpLimits

  constructor(limits: RtmpLimits) {
    this.#limits = limits
  }

  /** Adds a connection and returns null, or returns the limit that the connection would exceed. */
  add(network: string): DisconnectReason | null {
    const sameNetwork = this.#perNetwork.get(network) ?? 0
    if (this.#total >= this.#limits.maxConnections) return 'too_many_connections'
    if (sameNetwork >= this.#limits.maxConnectionsPerNetwork) return 'too_many_connections_from_network'
    this.#total += 1
    this.#perNetwork.set(network, sameNetwork + 1)
    return null
  }

  remove(network: string): void {
    const remaining = (this.#perNetwork.get(network) ?? 0) - 1
    this.#total -= 1
    if (remaining > 0) this.#perNetwork.set(network, remaining)
    else this.#perNetwork.delete(network)
  }
}
