import { Agent, get as httpGet, type IncomingMessage } from 'node:http'

/** The outcome of one request. */
export interface TimedGetResult {
  status: number
  bytes: number
  /** Until the last byte. */
  milliseconds: number
}

/** A separate keep-alive connection, as a browser has. */
export function createKeepAliveAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 })
}

/** Sends a request and reads the response to its end without keeping it. Rejects when the connection breaks. */
export function timedGet(url: string, agent: Agent): Promise<TimedGetResult> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { agent }, (answer: IncomingMessage) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, bytes, milliseconds: performance.now() - from }),
      )
    })
    request.on('error', reject)
  })
}

/** The value below which the fraction `share` of the values lies; 0 for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
