import { sql } from 'kysely'
import type { LiveEventName, LiveEvents } from '#contract/live-updates.ts'
import type { Tx } from '../db/db.ts'
import { sendSignal } from './signals.ts'

/** These events are sent immediately, and not with the next batch. */
const urgentEvents: ReadonlySet<LiveEventName> = new Set(['audience', 'broadcast', 'gone'])

/**
 * Publishes a live event in the caller's transaction. The event is sent if and only if the transaction commits. A
 * lock ensures that the events of a topic are committed in the order of their ids. Otherwise, a client that has
 * already received event 10 would miss event 9 if event 9 were committed later.
 */
export async function publishLiveEvent<Name extends LiveEventName>(
  tx: Tx,
  topic: string,
  name: Name,
  data: LiveEvents[Name],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${topic}, 7273))`.execute(tx)
  await tx
    .insertInto('live_events')
    .values({ topic, name, data: JSON.stringify(data) })
    .execute()
  if (urgentEvents.has(name)) await sendSignal(tx, urgentEventSignal(topic))
  await sql`select pg_notify('live', ${topic})`.execute(tx)
}

/** The signal that a topic has an event that cannot wait for the next batch. */
export function urgentEventSignal(topic: string): string {
  return `urgent:${topic}`
}

/**
 * Publishes a live event to many topics with three SQL statements. The topics are locked in the order of
 * `topics`. To prevent deadlocks, callers that publish to the same topics must pass the topics in the same
 * order.
 */
export async function publishLiveEventToTopics<Name extends LiveEventName>(
  tx: Tx,
  topics: string[],
  name: Name,
  data: LiveEvents[Name],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(topic, 7273)) from unnest(${topics}::text[]) topic`.execute(
    tx,
  )
  await sql`insert into live_events (topic, name, data)
    select topic, ${name}, ${JSON.stringify(data)}::jsonb from unnest(${topics}::text[]) topic`.execute(tx)
  await sql`select pg_notify('live', topic) from unnest(${topics}::text[]) topic`.execute(tx)
}
