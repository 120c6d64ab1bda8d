import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { toErrorResponse, createErrorResponse } from './error-responses.ts'
import { setSecurityHeaders } from './security-headers.ts'

/**
 * If a request timed out or was rejected by Node's parser, responds with an error in the API's format and
 * closes the connection.
 */
export function handleMalformedRequests(server: Server): void {
  const last = new WeakMap<Duplex, { request: IncomingMessage; answer: ServerResponse }>()
  server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) =>
    last.set(request.socket, { request, answer }),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const before = last.get(socket)
    // Nothing is sent while the response to the previous request is in progress, because the client would
    // mistake the error for part of that response.
    const isTaken =
      before && !before.answer.writableFinished && (before.request.complete || before.answer.headersSent)
    void writeErrorResponseToSocket(socket, isTaken ? null : errorForParserFailure(error))
  })
  server.on('connect', (_request, socket) =>
    writeErrorResponseToSocket(socket, new ApiError('method_not_allowed')),
  )
  // Unknown values of the Expect header are ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, answer) => void server.emit('request', request, answer))
}

/** Answers a request that cannot be routed because it has no Host header or has a backslash in its path. */
export async function respondToMalformedRequest(thrown: unknown): Promise<Response> {
  const requestId = randomUUID()
  const response =
    thrown instanceof RequestError
      ? createErrorResponse(new ApiError('malformed_request'), requestId)
      : toErrorResponse(thrown, requestId)
  setSecurityHeaders(response.headers, '', '/')
  return response
}

/**
 * Writes an error to a socket on which no response has begun, and closes the connection whether or not the
 * client reads the error.
 */
export async function writeErrorResponseToSocket(socket: Duplex, refused: ApiError | null): Promise<void> {
  if (!refused || !socket.writable) return void socket.destroy()
  const response = createErrorResponse(refused, randomUUID())
  setSecurityHeaders(response.headers, '', '/')
  const text = await response.text()
  response.headers.set('connection', 'close')
  response.headers.set('content-length', String(Buffer.byteLength(text)))
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\n${head}\r\n${text}`)
  // Further input is read and discarded, because closing a socket with unread bytes would reset the
  // connection, and the client would lose the response.
  socket.resume()
  setTimeout(() => socket.destroy(), 500)
}

const codes: Record<string, ApiErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_INVALID_METHOD: 'method_not_allowed',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
}

/** Returns the API error for a parser failure, or null if the client has disconnected. */
function errorForParserFailure({ code = '' }: NodeJS.ErrnoException): ApiError | null {
  if (code === 'ECONNRESET' || code === 'EPIPE') return null
  return new ApiError(codes[code] ?? 'malformed_request')
}
