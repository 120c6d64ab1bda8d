import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db, withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { createCounter, createGauge } from '#server/platform/metrics/registry.ts'

const visited = createCounter(
  'afterbell_sweep_objects_total',
  'Stored objects that the file sweep has visited',
)
const removed = createCounter(
  'afterbell_sweep_removed_total',
  'Stored objects without a row that were deleted',
)

export const countVisitedFiles = (count: number) => visited.inc(count)
export const countRemovedFiles = (count: number) => removed.inc(count)

createGauge(
  'afterbell_sweep_walk_age_seconds',
  'Seconds since the file sweep last completed, or first started, a walk through all objects, for the whole site (the same from every process)',
  [],
  async (gauge) => {
    const found = withBackgroundTimeouts(() => walkAgeQuery.execute(db)).then(({ rows }) => rows[0]?.seconds)
    const seconds = await Promise.race([found, pause(3000, null, { ref: false })]).catch(() => null)
    gauge.reset()
    if (seconds !== null && seconds !== undefined) gauge.set(seconds)
  },
)

const walkAgeQuery = sql<{ seconds: number | null }>`select extract(epoch from clock_timestamp()
    - min(coalesce(last_finished_at, started_at)))::float8 as seconds from storage_sweeps`

createGauge(
  'afterbell_sweep_abandoned_writes',
  'Announcements of files in storage_writes that are more than six hours old, for the whole site (the same from every process)',
  [],
  async (gauge) => {
    const found = withBackgroundTimeouts(() => overdueQuery.execute(db)).then(({ rows }) => rows[0]!.count)
    const count = await Promise.race([found, pause(3000, null, { ref: false })]).catch(() => null)
    gauge.reset()
    if (count !== null) gauge.set(count)
  },
)

const overdueQuery = sql<{ count: number }>`select count(*)::int as count from storage_writes
  where created_at < clock_timestamp() - interval '6 hours'`
