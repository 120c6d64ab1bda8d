import { eventStreamLimits } from '#contract/live-update-limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '../config.ts'
import { getClientNetworkAddress } from '../http/client-address.ts'

/**
 * The number of open live-update streams for each member and for each IP address (an IPv6 /64 network counts
 * as one address).
 */
const open = new Map<string, number>()

/**
 * Counts an open stream of this member at this address, and returns a function to call when the stream ends.
 * Throws `too_many_streams` if the member or the address already has as many open streams as the limits
 * allow. The limits are high enough for the tabs of one person and for a school behind one address. Each
 * process counts only its own streams, because the limits protect the process's memory.
 */
export function acquireEventStreamSlot(memberId: string | null, address: string): () => void {
  const rows: [name: string, most: number][] = [
    [`address ${getClientNetworkAddress(address)}`, eventStreamLimits.perAddress],
  ]
  if (memberId) rows.push([`member ${memberId}`, eventStreamLimits.perMember])
  if (config.pace > 0)
    for (const [name, most] of rows)
      if ((open.get(name) ?? 0) >= most * Math.max(1, config.pace)) throw new ApiError('too_many_streams')
  for (const [name] of rows) open.set(name, (open.get(name) ?? 0) + 1)
  let isCounted = true
  return () => {
    if (!isCounted) return
    isCounted = false
    for (const [name] of rows) {
      const left = open.get(name)! - 1
      if (left > 0) open.set(name, left)
      else open.delete(name)
    }
  }
}
