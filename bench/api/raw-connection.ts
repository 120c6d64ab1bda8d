import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface TimedResponse {
  status: number
  milliseconds: number
}

/**
 * Opens a connection that sends one request after another and parses only the status and the end of the
 * response. Node's own HTTP client uses several times as much CPU time as this connection, and would leave
 * less CPU time for the server.
 */
export async function openLightweightHttpConnection(
  port: number,
): Promise<{ ask(request: string): Promise<TimedResponse>; end(): void }> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return { ask: (request) => sendRequest(socket, request), end: () => socket.destroy() }
}

function sendRequest(socket: Socket, request: string): Promise<TimedResponse> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    let text = ''
    const hear = (part: Buffer) => {
      text += part.toString('latin1')
      if (!isCompleteResponse(text)) return
      leave()
      resolve({ status: Number(text.slice(9, 12)), milliseconds: performance.now() - from })
    }
    const fail = () => {
      leave()
      reject(new Error('the connection ended'))
    }
    const leave = () => void socket.off('data', hear).off('close', fail)
    socket.on('data', hear).once('close', fail)
    socket.write(request)
  })
}

/**
 * Returns whether the whole response has arrived. A response ends after its declared length, after its last
 * chunk, or after its headers if it has no body (RFC 9112, section 6.3).
 */
function isCompleteResponse(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = text.slice(0, end).toLowerCase()
  if (text.startsWith('204', 9)) return true
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1]
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + 4 + Number(length)
}
