import { sql } from 'kysely'
import { liveUpdateTimings as figures } from '#contract/live-update-limits.ts'
import { db } from '../db/db.ts'
import { log } from '../log.ts'

/*
 * A page acknowledges each heartbeat of its live updates, so that the server notices a dead connection. TCP
 * alone takes a quarter of an hour to detect a dead connection. Clients that never acknowledge a heartbeat
 * (such as scripts that only read the stream) are not checked.
 */

const streams = new Map<string, () => void>()
const prefix = 'answers:'
/** The previous release sends one acknowledgement per notification. */
const previousPrefix = 'answer:'

/**
 * Acknowledgements of streams in other processes are sent together, at most once in this many milliseconds. Each
 * NOTIFY takes a lock of the whole database until its transaction has committed. The delay is short in comparison with
 * the timeout of a stream.
 */
const batchMs = 1000
/** A notification has at most 8,000 bytes. */
const streamsPerNotification = 200
/** Anyone can send acknowledgements, so their number is limited. */
const maxForwarded = 20_000
const forwarded = new Set<string>()
let timer: NodeJS.Timeout | undefined
let lastSentAt = -Infinity

/**
 * Registers a stream, which is monitored once its client has acknowledged a heartbeat for the first time.
 * Calls `onDead` if no further acknowledgement arrives within the heartbeat interval plus the timeout.
 * Returns a function that stops the monitoring.
 */
export function trackHeartbeatAcks(stream: string, onDead: () => void): () => void {
  let watch: NodeJS.Timeout | undefined
  streams.set(stream, () => {
    clearTimeout(watch)
    watch = setTimeout(onDead, figures.heartbeat + figures.timeout).unref()
  })
  return () => {
    clearTimeout(watch)
    streams.delete(stream)
  }
}

/**
 * Records the acknowledgement of a heartbeat. If the stream belongs to another process, forwards the
 * acknowledgement to that process with the next batch.
 */
export function acknowledgeHeartbeat(stream: string): void {
  if (renewStream(stream) || forwarded.size >= maxForwarded) return
  forwarded.add(stream)
  const delay = Math.max(0, lastSentAt + batchMs - performance.now())
  timer ??= setTimeout(() => void sendForwardedAcks(), delay)
}

/** Sends the acknowledgements that wait for the next batch. */
export async function sendForwardedAcks(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (forwarded.size === 0) return
  const ids = [...forwarded]
  forwarded.clear()
  lastSentAt = performance.now()
  const payloads: string[] = []
  for (let at = 0; at < ids.length; at += streamsPerNotification)
    payloads.push(prefix + ids.slice(at, at + streamsPerNotification).join())
  // While the database is unavailable, acknowledgements cannot be forwarded. The pages then reconnect.
  await sql`select pg_notify('live', payload) from unnest(${payloads}::text[]) payload`
    .execute(db)
    .catch((error: Error) => log.warn('heartbeats could not be forwarded', { error: error.message }))
}

/**
 * Handles a database notification (`pg_notify`) from another process. Returns true if the notification
 * contained acknowledgements of heartbeats.
 */
export function handleForwardedAcks(payload: string): boolean {
  const used = [prefix, previousPrefix].find((one) => payload.startsWith(one))
  if (used === undefined) return false
  for (const stream of payload.slice(used.length).split(',')) renewStream(stream)
  return true
}

function renewStream(stream: string): boolean {
  const renew = streams.get(stream)
  renew?.()
  return renew !== undefined
}
