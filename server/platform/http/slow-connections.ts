import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as soon } from 'node:timers/promises'
import { ApiError } from '#contract/errors/api-error.ts'
import { rejectOnSocket } from './malformed-requests.ts'
import { unacknowledgedBytes } from './tcp-send-queue.ts'

/** Milliseconds; bytes; bytes a second. */
export const connectionTimeouts = {
  /** For the head of a request, from the connection on; and between two requests. */
  head: 5000,
  /** As much of a body as anything but a file has. */
  smallBody: 64 * 1024,
  /** How long a small body may come at any pace, how fast it has to come after that, and when it has to be there. */
  grace: 5000,
  pace: 500,
  whole: 30_000,
  /** A file may take as long as its bytes keep coming. */
  idleFile: 30_000,
  /** How long so much of an answer may wait of which its reader takes less than at this pace. */
  smallAnswer: 64 * 1024,
  unread: 7000,
  readPace: 500,
}

/** A connection, as it was at the last look. Times are of `Date.now()`. */
interface TrackedConnection {
  request?: IncomingMessage
  answer?: ServerResponse
  /** Since when nothing is asked or answered on it. */
  freeSince: number
  /** When the last request began, and `socket.bytesRead` then. */
  askedAt: number
  askedWith: number
  /** What had come and gone, and when that last changed. */
  read: number
  readAt: number
  taken: number
  takenAt: number
}

/**
 * Ends connections whose other side keeps us waiting: for a request, for its body, or to take the answer. Looks twice a second,
 * because bytes that trickle keep every timer of Node's own from running out.
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
    // Most are asked and answered between two looks.
    answer.once('close', () => (one.freeSince = Date.now()))
  })
  const lookAtAll = async () => {
    // What came while the process stood still lies unread when its clocks go off: it is read before anybody is judged.
    await soon()
    const given = [...held].map(([socket, one]) => ({
      socket,
      one,
      bytes: socket.bytesWritten - unsentBytes(socket),
    }))
    const unsure = given.filter(({ one, bytes }) => bytes > one.taken).map(({ socket }) => socket)
    const kept = unsure.length > 0 ? await unacknowledgedBytes(unsure) : undefined
    const now = Date.now()
    for (const { socket, one, bytes } of given)
      if (held.has(socket)) checkConnection(socket, one, bytes - (kept?.get(socket) ?? 0), now)
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

/** `taken`: bytes that the other side has taken from us. */
function checkConnection(socket: Socket, one: TrackedConnection, taken: number, now: number): void {
  const { request, answer } = one
  // Bytes that have come and that we have not read yet are our delay: a disk can be slow, a bucket can be away.
  const isOurs = request !== undefined && (request.readableLength > 0 || request.isPaused())
  if (socket.bytesRead !== one.read || isOurs) Object.assign(one, { read: socket.bytesRead, readAt: now })
  const isMoving = taken - one.taken > (connectionTimeouts.readPace * connectionTimeouts.unread) / 1000
  // What is small costs nobody anything, and a telephone may be in a tunnel for a while.
  const isMuch = socket.bytesWritten - taken > connectionTimeouts.smallAnswer
  if (isMoving || !isMuch) Object.assign(one, { taken, takenAt: now })
  if (isMuch || (answer && !answer.writableFinished)) one.freeSince = now

  // Node answers a head that takes too long; this is for what it takes for none.
  if (now - one.freeSince > connectionTimeouts.head + 1000) socket.destroy()
  // Closed only, the system would go on holding up to megabytes for somebody who reads a byte now and then.
  else if (now - one.takenAt > connectionTimeouts.unread) socket.resetAndDestroy()
  else if (request && answer && !request.complete && !isOurs && isTooSlow(one, request, now)) {
    if (answer.headersSent) socket.destroy()
    else void rejectOnSocket(socket, new ApiError('too_slow'))
  }
}

/** Bytes that the kernel has not taken from us: Node itself looks here to tell slow from stuck. */
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
    age > connectionTimeouts.whole ||
    (age > connectionTimeouts.grace && received < (connectionTimeouts.pace * age) / 1000)
  )
}
