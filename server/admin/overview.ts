import { sql } from 'kysely'
import type { SiteOverview } from '#contract/admin/overview.ts'
import { countOpenCases } from '#server/moderation/cases/case-queue.ts'
import { readAfterbellVersion } from '#server/operations/afterbell-version.ts'
import { loadLastBackup } from '#server/operations/backup/backup-runs.ts'
import { loadDiskSpace } from '#server/operations/disk-space.ts'
import { runSiteChecks } from '#server/operations/doctor/doctor.ts'
import { loadReportingProcesses } from '#server/operations/metrics-page/site-metrics.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { getQueueStatuses } from '#server/platform/queue/queue-metrics.ts'
import type { ConsoleViewer } from './console-viewer.ts'

export async function loadSiteOverview(viewer: ConsoleViewer): Promise<SiteOverview> {
  const [version, findings, processes, queue, disk, backup, cases, totals] = await Promise.all([
    readAfterbellVersion(),
    runSiteChecks(),
    loadReportingProcesses(Date.now()),
    loadQueueState(),
    loadDiskSpace(),
    loadLastBackup(),
    countOpenCases(viewer),
    loadTotals(),
  ])
  const { objects, ...contact_messages } = totals
  return {
    version,
    health: findings.map(({ area, status, text, advice = null }) => ({ area, status, text, advice })),
    processes: {
      web: processes.filter(({ role }) => role !== 'worker').length,
      worker: processes.filter(({ role }) => role !== 'web').length,
    },
    queue,
    storage: { kind: config.s3 ? 'bucket' : 'disk', objects },
    disk,
    last_backup: backup,
    cases: { open: cases.open, overdue: cases.overdue, appeals: cases.appeals },
    contact_messages,
  }
}

async function loadQueueState(): Promise<SiteOverview['queue']> {
  const queues = await getQueueStatuses()
  if (!queues) return null
  return {
    // PostgreSQL returns counts as strings.
    waiting: queues.reduce((sum, { waiting }) => sum + Number(waiting), 0),
    oldest_seconds: Math.max(0, ...queues.map(({ oldest }) => Number(oldest))),
    videos: Number(queues.find(({ queue }) => queue === 'process')?.waiting ?? 0),
  }
}

async function loadTotals() {
  const { rows } = await sql<{ last_week: number; total: number; objects: number | null }>`select
    count(*) filter (where created_at > now() - interval '7 days')::int as last_week, count(*)::int as total,
    (select sum(last_objects)::int from storage_sweeps) as objects
    from contact_messages`.execute(db)
  return rows[0]!
}
