import autocannon from 'autocannon'

export interface LoadTestResult {
  seconds: number
  perSecond: number
  /**
   * Response times in milliseconds (median and 99th percentile). The histogram rounds response times to whole
   * milliseconds.
   */
  p50: number
  p99: number
  failed: number
}

/**
 * Generates load for `seconds` seconds on several connections. Each connection requests its next URL as soon
 * as it has received a response. The connections start at different positions in the list of URLs. All URLs
 * must have the same origin.
 */
export async function generateLoad(
  urls: readonly string[],
  { seconds, connections = 16 }: { seconds: number; connections?: number },
): Promise<LoadTestResult> {
  const paths = urls.map((url) => new URL(url).pathname + new URL(url).search)
  let nth = 0
  const result = await autocannon({
    url: new URL(urls[0]!).origin,
    connections,
    duration: seconds,
    setupClient(client) {
      const first = nth++ % paths.length
      const ordered = [...paths.slice(first), ...paths.slice(0, first)]
      client.setRequests(ordered.map((path) => ({ method: 'GET', path })))
    },
  })
  const succeeded = result['2xx']
  return {
    seconds: result.duration,
    perSecond: succeeded / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
