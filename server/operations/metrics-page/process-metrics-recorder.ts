import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { createProcessMetricsSampler } from './process-metrics-sampler.ts'

const minuteMs = 60_000
/**
 * The number of minutes for which metrics are kept in memory while the database is unavailable. After a
 * database outage, operators want to see the metrics that were measured during the outage.
 */
const maxUnsavedMinutes = 120

/**
 * Starts to store one row of metrics per minute for the metrics page. Returns a function that stops the
 * recorder.
 */
export function startProcessMetricsRecorder(role: Config['role']): () => void {
  const keep = createProcessMetricsRecorder(role)
  let timer: NodeJS.Timeout
  const next = () => {
    const rest = minuteMs - (Date.now() % minuteMs)
    // If the timer fires slightly before the end of a minute, the next timer is set for the end of the
    // following minute.
    const wait = rest < minuteMs / 2 ? rest + minuteMs : rest
    timer = setTimeout(() => {
      keep().catch((error: Error) =>
        log.debug('a minute of metrics could not be stored yet', { error: error.message }),
      )
      next()
    }, wait).unref()
  }
  next()
  return () => clearTimeout(timer)
}

/**
 * Returns a function that stores the metrics of the last complete minute. The returned function also stores
 * the metrics of earlier minutes that could not be stored at the time.
 */
export function createProcessMetricsRecorder(role: Config['role']): () => Promise<void> {
  const take = createProcessMetricsSampler()
  const name = `${hostname()}/${process.pid}`
  let unkept: { minute: Date; process: string; role: Config['role']; metrics: string }[] = []
  return async () => {
    const minute = new Date((Math.round(Date.now() / minuteMs) - 1) * minuteMs)
    const metrics = JSON.stringify(await take())
    unkept = [...unkept, { minute, process: name, role, metrics }].slice(-maxUnsavedMinutes)
    await db
      .insertInto('process_metrics')
      .values(unkept)
      .onConflict((on) => on.doNothing())
      .execute()
    unkept = []
  }
}

/** Deletes stored metrics older than a day. */
export async function deleteOldProcessMetrics(): Promise<void> {
  await sql`delete from process_metrics where minute < now() - interval '1 day'`.execute(db)
}
