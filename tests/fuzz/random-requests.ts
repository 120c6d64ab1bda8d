import fc from 'fast-check'
import { arbitraryRequests } from './arbitrary-requests.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { findResponseViolations, findInvalidDatabaseRows } from './fuzz-invariants.ts'
import { type FuzzResponse, toCurlCommand, closeFuzzConnections, sendFuzzRequest } from './send-request.ts'
import type { FuzzTestSite } from './fuzz-test-site.ts'

const atOnce = 10
const restoreEvery = 250

export interface FuzzRunResult {
  seed: number
  sent: number
  seconds: number
  byStatus: Record<string, number>
  /** The operations with the slowest requests, and the duration of each of these requests in milliseconds. */
  slowest: [string, number][]
  /**
   * The rule that the first failing request broke, and a command that reproduces the failure with a minimized
   * request.
   */
  failure: string | null
  broken: string[]
  /**
   * Heap size in bytes after garbage collection, measured after the first tenth of the requests and at the
   * end.
   */
  heap: [number, number]
  gaps: Awaited<ReturnType<FuzzTestSite['probe']>>['gaps']
}

/** Sends `count` random requests to a running site, ten at a time. */
export async function sendRandomRequests(
  site: FuzzTestSite,
  { count, seed }: { count: number; seed: number },
): Promise<FuzzRunResult> {
  const byStatus: Record<string, number> = {}
  const slow = new Map<string, number>()
  let sent = 0
  let early: number | undefined
  const startedAt = performance.now()
  const one = async (asked: FuzzRequest) => {
    const answer = await sendFuzzRequest(
      site.origin,
      asked,
      asked.headers['cookie'] ? {} : site.credentialsOf(asked.actor),
    ).catch((error: NodeJS.ErrnoException) => closedConnectionResponse(site.origin, asked, error))
    sent += 1
    byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
    const name = `${asked.method} ${asked.path
      .split('?')[0]!
      .replace(/[0-9a-f-]{36}/g, '{id}')
      .slice(0, 60)}`
    slow.set(name, Math.max(slow.get(name) ?? 0, answer.took))
    const rules = answer.status === 0 ? [] : findResponseViolations(asked, answer)
    if (rules.length > 0) throw new Error(`${rules.join('; ')}\n  ${toCurlCommand(site.origin, asked)}`)
  }
  await site.probe('begin')
  const property = fc.asyncProperty(
    fc.array(arbitraryRequests(site.document, site.dictionary), {
      minLength: 1,
      maxLength: atOnce,
      size: 'max',
    }),
    async (batch) => {
      if (sent >= count) return
      if (sent % restoreEvery < atOnce) await site.restore()
      if (early === undefined && sent > count / 10) early = (await site.probe('memory')).heapUsed
      const failed = (await Promise.allSettled(batch.map(one))).find(
        (outcome) => outcome.status === 'rejected',
      )
      if (failed) throw failed.reason
      if (!site.isRunning()) throw new Error('the process has ended')
    },
  )
  const told = await fc.check(property, {
    seed,
    numRuns: count,
    endOnFailure: false,
    interruptAfterTimeLimit: 3_600_000,
  })
  const { gaps } = await site.probe('gaps')
  const late = (await site.probe('memory')).heapUsed
  closeFuzzConnections()
  return {
    seed,
    sent,
    seconds: (performance.now() - startedAt) / 1000,
    byStatus,
    slowest: [...slow].toSorted((a, b) => b[1] - a[1]).slice(0, 12),
    failure: told.failed ? `${(told.errorInstance as Error | null)?.message}` : null,
    broken: await findInvalidDatabaseRows(),
    heap: [early ?? late, late],
    gaps,
  }
}

/**
 * If a request has invalid framing or asks for another protocol, the server may close the connection without
 * a response.
 */
function closedConnectionResponse(
  origin: string,
  asked: FuzzRequest,
  error: NodeJS.ErrnoException,
): FuzzResponse {
  const { headers } = asked
  const mayClose = 'transfer-encoding' in headers || 'upgrade' in headers || 'expect' in headers
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE' || mayClose)
    return { status: 0, headers: {}, body: '', took: 0 }
  throw new Error(`${error.message}\n  ${toCurlCommand(origin, asked)}`, { cause: error })
}
