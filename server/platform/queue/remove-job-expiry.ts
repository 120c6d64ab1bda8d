import type { Db } from 'pg-boss'

/**
 * The time after which a running job expires: 20 days, in seconds. Node's timers can run for at most 24.8
 * days, and a timer with a longer delay would fire immediately.
 */
const longestExpiry = 20 * 24 * 3600

/**
 * Removes a queue's limit on the duration of jobs. pg-boss expires a running job after a fixed time of at
 * most 24 hours, which starts when the job is fetched and cannot be paused. A job that waits inside its
 * handler can need more than 24 hours. This function therefore writes a longer expiry time directly to
 * pg-boss's tables, both for the queue and for the jobs that are already waiting in the queue.
 */
export async function removeJobExpiry(database: Db, name: string): Promise<void> {
  await database.executeSql('update pgboss.queue set expire_seconds = $2 where name = $1', [
    name,
    longestExpiry,
  ])
  await database.executeSql(
    `update pgboss.job set expire_seconds = $2 where name = $1 and state in ('created', 'retry')`,
    [name, longestExpiry],
  )
}
