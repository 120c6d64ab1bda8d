import { Agent, get as httpGet, type IncomingMessage } from 'node:http'

/** The outcome of one timed request. */
export interface HttpGetTiming {
  status: number
  bytes: number
  /** The time until the last byte of the response was received. */
  milliseconds: number
}

/** Returns an HTTP agent that sends all its requests over one keep-alive connection. */
export function createKeepAliveAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 })
}

/**
 * Sends a request and reads the whole response without storing it. The returned promise is rejected if the
 * connection fails.
 */
export function measureHttpGet(
  url: string,
  agent: Agent,
  headers: Record<string, string> = {},
): Promise<HttpGetTiming> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { agent, headers }, (answer: IncomingMessage) => {
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
