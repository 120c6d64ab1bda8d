import { Agent, request } from 'node:http'
import type { FuzzRequest } from './fuzz-request.ts'

export interface FuzzResponse {
  status: number
  headers: Record<string, string>
  body: string
  /** Milliseconds until the last byte of the response. */
  took: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })
export const responseTimeoutMs = 15_000

export function closeFuzzConnections(): void {
  agent.destroy()
}

/**
 * Sends the request unchanged over a socket, with the actor's cookie or token. The connections of endless
 * responses (live updates) are closed once the response has started.
 */
export function sendFuzzRequest(
  origin: string,
  { method, path, headers, body }: FuzzRequest,
  own: Record<string, string> = {},
): Promise<FuzzResponse> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const asking = request(
      new URL(origin),
      { method, path, agent, headers: { ...own, ...headers }, timeout: responseTimeoutMs },
      (answer) => {
        const parts: Buffer[] = []
        const done = () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers as Record<string, string>,
            body: Buffer.concat(parts).toString(),
            took: performance.now() - startedAt,
          })
        answer.on('data', (part: Buffer) => {
          parts.push(part)
          if (!answer.headers['content-type']?.startsWith('text/event-stream')) return
          done()
          asking.destroy()
        })
        answer.on('end', done)
        answer.on('error', reject)
      },
    )
    asking.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('the server changed the protocol'))
    })
    asking.on('timeout', () => asking.destroy(new Error(`no answer within ${responseTimeoutMs / 1000} s`)))
    asking.on('error', reject)
    if (body !== undefined) asking.write(body)
    asking.end()
  })
}

/** Returns the request as a curl command to paste into a shell. */
export function toCurlCommand(origin: string, { actor, method, path, headers, body }: FuzzRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const heads = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data =
    typeof body === 'string'
      ? [`--data-binary ${quoted(body)}`]
      : body
        ? [`--data-binary @<(printf %s ${body.toString('base64')} | base64 -d)`]
        : []
  const line = ['curl', '-i', '--path-as-is', '-X', method, ...heads, ...data, quoted(origin + path)].join(
    ' ',
  )
  return `${line.slice(0, 4000)}   # as ${actor}`
}
