import { sql } from 'kysely'
import { liveUpdateTimings as figures } from '#contract/live-update-limits.ts'
import { db } from '../db/db.ts'

/*
 * A page acknowledges each heartbeat of its live updates, so that the server notices a dead connection. TCP
 * alone takes a quarter of an hour to detect a dead connection. Clients that never acknowledge a heartbeat
 * (such as scripts that only read the stream) are not checked.
 */

const streams = new Map<string, () => void>()
const prefix = 'answer:'

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
 * acknowledgement to that process.
 */
export async function acknowledgeHeartbeat(stream: string): Promise<void> {
  if (renewStream(stream)) return
  await sql`select pg_notify('live', ${prefix + stream})`.execute(db)
}

/**
 * Handles a database notification (`pg_notify`) from another process. Returns true if the notification was
 * the acknowledgement of a heartbeat.
 */
export function handleHeartbeatAck(payload: string): boolean {
  if (!payload.startsWith(prefix)) return false
  renewStream(payload.slice(prefix.length))
  return true
}

function renewStream(stream: string): boolean {
  const renew = streams.get(stream)
  renew?.()
  return renew !== undefined
}
