import { sql } from 'kysely'
import { liveUpdateTimings as figures } from '#contract/limits.ts'
import { db } from '../db/db.ts'

/*
 * A page answers each heartbeat of its live updates, so that a connection that died without a word is found on this side too:
 * TCP alone takes a quarter of an hour. Whoever never answers (a program that only listens) is left alone.
 */

const streams = new Map<string, () => void>()
const prefix = 'answer:'

/** From the first answer on, `dead` is called when none has come for a heartbeat and its timeout. Returns how to end that. */
export function expectHeartbeatAcks(stream: string, dead: () => void): () => void {
  let watch: NodeJS.Timeout | undefined
  streams.set(stream, () => {
    clearTimeout(watch)
    watch = setTimeout(dead, figures.heartbeat + figures.timeout).unref()
  })
  return () => {
    clearTimeout(watch)
    streams.delete(stream)
  }
}

/** A page has answered; its stream may be another process's. */
export async function acknowledgeHeartbeat(stream: string): Promise<void> {
  if (renewStream(stream)) return
  await sql`select pg_notify('live', ${prefix + stream})`.execute(db)
}

/** What another process was told. True when it was an answer. */
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
