import { eventStreamLimits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '../config.ts'
import { networkOfAddress } from '../http/client-address.ts'

/**
 * The number of open live-update streams for each member and for each IP address (an IPv6 /64 network counts
 * as one address).
 */
const open = new Map<string, number>()

/**
 * Counts an open stream of this member at this address, and returns a function to call when the stream ends.
 * Throws `too_many_streams` above the limits. Neither one person's tabs nor a school behind one address
 * reaches the limits. Each process counts its own streams, because the limit protects the memory of the
 * process.
 */
export function acquireEventStreamSlot(memberId: string | null, address: string): () => void {
  const rows: [name: string, most: number][] = [
    [`address ${networkOfAddress(address)}`, eventStreamLimits.perAddress],
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
