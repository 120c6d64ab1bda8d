import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { createCounter } from '#server/platform/metrics/registry.ts'
import { createSiteGauge } from '#server/platform/metrics/site-gauge.ts'

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

createSiteGauge(
  'afterbell_sweep_walk_age_seconds',
  'Seconds since the file sweep last completed, or first started, a walk through all objects',
  async () => (await walkAgeQuery.execute(db)).rows[0]?.seconds ?? null,
)

const walkAgeQuery = sql<{ seconds: number | null }>`select extract(epoch from clock_timestamp()
    - min(coalesce(last_finished_at, started_at)))::float8 as seconds from storage_sweeps`

createSiteGauge(
  'afterbell_sweep_abandoned_writes',
  'Announcements of files in storage_writes that are more than six hours old',
  async () => (await overdueQuery.execute(db)).rows[0]!.count,
)

const overdueQuery = sql<{ count: number }>`select count(*)::int as count from storage_writes
  where created_at < clock_timestamp() - interval '6 hours'`
