import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as soon } from 'node:timers/promises'
import { ApiError } from '#contract/errors/api-error.ts'
import { writeErrorResponseToSocket } from './malformed-requests.ts'
import { countUnacknowledgedBytes } from './tcp-send-queue.ts'

/** The limits for slow connections, in milliseconds, bytes, and bytes per second. */
export const connectionTimeouts = {
  /**
   * How long a client may take to send the head of a request, and how long a connection may be idle between
   * two requests.
   */
  headers: 5000,
  /** Request bodies larger than this many bytes count as file uploads. */
  smallBody: 64 * 1024,
  /**
   * The limits for receiving a request body that is not a file upload. A client may send at any speed for
   * `grace` ms, must then reach `minUploadRate` bytes per second, and must have sent the whole body after
   * `total` ms.
   */
  grace: 5000,
  minUploadRate: 500,
  total: 30_000,
  /**
   * How long a client may pause in the middle of a file upload. An upload has no time limit as long as bytes
   * arrive.
   */
  idleFile: 30_000,
  /**
   * A client may leave up to `smallAnswer` bytes of a response unread. If more than `smallAnswer` bytes are
   * unread, the client must read at least `minDownloadRate` bytes per second on average over `unread` ms.
   */
  smallAnswer: 64 * 1024,
  unread: 7000,
  minDownloadRate: 500,
}

/** The state of a connection at the last check. Times are from `Date.now()`. */
interface TrackedConnection {
  request?: IncomingMessage
  answer?: ServerResponse
  /** When the connection last became idle, with no request in progress. */
  freeSince: number
  /** When the latest request on this connection began, and the value of `socket.bytesRead` at that time. */
  askedAt: number
  askedWith: number
  /**
   * The number of bytes received from the client, the number of bytes delivered to the client, and when each
   * of these numbers last changed.
   */
  read: number
  readAt: number
  taken: number
  takenAt: number
}

/**
 * Closes connections whose client is too slow to send a request or its body, or to read the response.
 * Connections are checked twice a second, because a trickle of bytes resets Node's own timers.
 */
export function closeSlowConnections(server: Server): void {
  const held = new Map<Socket, TrackedConnection>()
  server.on('connection', (socket: Socket) => {
    const now = Date.now()
    const never = { askedAt: now, askedWith: 0, read: 0, readAt: now, taken: 0, takenAt: now }
    held.set(socket, { freeSince: now, ...never })
    socket.once('close', () => held.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => {
    const one = held.get(request.socket)
    const read = request.socket.bytesRead
    if (!one) return
    const now = Date.now()
    Object.assign(one, { request, answer, freeSince: now, askedAt: now, askedWith: read })
    // Listeners record when a request begins and ends, because most requests begin and end between two
    // checks.
    answer.once('close', () => (one.freeSince = Date.now()))
  })
  const lookAtAll = async () => {
    // If the event loop was blocked, bytes that have arrived in the meantime are still unread when this timer
    // fires. Waiting for `setImmediate` lets Node read those bytes before the connections are checked.
    await soon()
    const given = [...held].map(([socket, one]) => ({
      socket,
      one,
      bytes: socket.bytesWritten - unsentBytes(socket),
    }))
    const unsure = given.filter(({ one, bytes }) => bytes > one.taken).map(({ socket }) => socket)
    const kept = unsure.length > 0 ? await countUnacknowledgedBytes(unsure) : undefined
    const now = Date.now()
    for (const { socket, one, bytes } of given) {
      if (!held.has(socket)) continue
      checkConnection(socket, one, bytes - (kept?.get(socket) ?? 0), now)
      // Closing a connection with full buffers takes the kernel about 3 ms, so other connections are served
      // before the next slow connection is closed.
      if (socket.destroyed) await soon()
    }
  }
  let isLooking = false
  const looking = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void lookAtAll().finally(() => (isLooking = false))
  }, 500)
  looking.unref()
  server.on('close', () => clearInterval(looking))
}

/**
 * Closes a connection if its client is too slow. `taken` is the number of sent bytes that the client has
 * acknowledged.
 */
function checkConnection(socket: Socket, one: TrackedConnection, taken: number, now: number): void {
  const { request, answer } = one
  // If received bytes are still unread, the delay is caused by the server and not by the client. For example,
  // the disk is slow or the S3 bucket is unavailable.
  const isOurs = request !== undefined && (request.readableLength > 0 || request.isPaused())
  if (socket.bytesRead !== one.read || isOurs) Object.assign(one, { read: socket.bytesRead, readAt: now })
  const isMoving = taken - one.taken > (connectionTimeouts.minDownloadRate * connectionTimeouts.unread) / 1000
  // A small amount of data that the client has not read yet is tolerated, because it costs nothing and a
  // phone can be in a tunnel for a while.
  const isMuch = socket.bytesWritten - taken > connectionTimeouts.smallAnswer
  if (isMoving || !isMuch) Object.assign(one, { taken, takenAt: now })
  if (isMuch || (answer && !answer.writableFinished)) one.freeSince = now

  // Node's own timeout closes connections whose request head arrives slowly. This check also closes
  // connections on which the client sends only bytes that Node does not recognise as a request.
  if (now - one.freeSince > connectionTimeouts.headers + 1000) socket.destroy()
  // The connection is reset instead of closed. After a close, the kernel could keep megabytes of data for a
  // client that reads only a byte now and then.
  else if (now - one.takenAt > connectionTimeouts.unread) socket.resetAndDestroy()
  else if (request && answer && !request.complete && !isOurs && isTooSlow(one, request, now)) {
    if (answer.headersSent) socket.destroy()
    else void writeErrorResponseToSocket(socket, new ApiError('too_slow'))
  }
}

/**
 * Returns the number of bytes that the process has written to the socket and the kernel has not accepted yet.
 * Node itself uses this number to tell a slow write from a stuck write.
 */
function unsentBytes(socket: Socket): number {
  const { _handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return _handle?.writeQueueSize ?? socket.writableLength
}

function isTooSlow(one: TrackedConnection, { headers }: IncomingMessage, now: number): boolean {
  const received = one.read - one.askedWith
  if (Math.max(Number(headers['content-length'] ?? 0), received) > connectionTimeouts.smallBody)
    return now - one.readAt > connectionTimeouts.idleFile
  const age = now - one.askedAt
  return (
    age > connectionTimeouts.total ||
    (age > connectionTimeouts.grace && received < (connectionTimeouts.minUploadRate * age) / 1000)
  )
}
