import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db/db.ts'
import { isCurrent } from '../../processing/run.ts'
import { hasJob } from '../../processing/sweep.ts'
import { scratch } from '../../rights/export/make.ts'
import { rowsOf } from './cursor.ts'
import { type Finding, finding } from './finding.ts'

/** Work that nobody is at: jobs whose worker is silent, uploads that wait for no job, folders of workers that died. */
export async function* verifyWork(tx: Tx, before: Date): AsyncGenerator<Finding> {
  yield* silentJobs(tx)
  yield* silentStreams(tx)
  yield* forgotten(tx)
  yield* leftFolders(before)
}

/** A dead worker is noticed in 30 s and taken over within 45; twice that is too long. */
async function* silentJobs(tx: Tx): AsyncGenerator<Finding> {
  const silent = rowsOf<{ id: string; name: string; seconds: number }>(
    tx,
    'jobs',
    sql`select id, name, extract(epoch from now() - heartbeat_on)::int as seconds from pgboss.job
      where state = 'active' and heartbeat_seconds is not null
      and heartbeat_on < now() - heartbeat_seconds * interval '1 second' - interval '70 seconds'`,
  )
  for await (const { id, name, seconds } of silent)
    yield finding(
      'job_silent',
      `job ${id}`,
      `The job ${name} runs, and its worker was last heard ${seconds} s ago.`,
    )
}

/** The row of a try says it runs (its heart beats every second), and neither a worker nor a job is there. */
async function* silentStreams(tx: Tx): AsyncGenerator<Finding> {
  const silent = rowsOf<{ content_id: string }>(
    tx,
    'streams_silent',
    sql`select content_id from streams where state in ('received', 'probed', 'encoding') and started_at is not null
      and coalesce(heartbeat_at, started_at) < now() - interval '90 seconds' and not ${hasJob}
      and coalesce(heartbeat_at, started_at) >= now() - interval '1 hour'`,
  )
  for await (const { content_id } of silent)
    yield finding('job_silent', `content ${content_id}`, 'It is being processed, and nobody is at it.')
}

async function* forgotten(tx: Tx): AsyncGenerator<Finding> {
  const rows = rowsOf<{ content_id: string; state: string }>(
    tx,
    'streams_forgotten',
    sql`select content_id, state from streams where state in ('received', 'probed', 'encoding') and not ${hasJob}
      and coalesce(heartbeat_at, queued_at) < now() - interval '1 hour'`,
  )
  for await (const { content_id, state } of rows)
    yield finding(
      'upload_forgotten',
      `content ${content_id}`,
      `It is ${state}, and no job will go on with it.`,
    )
}

/** On this machine. */
async function* leftFolders(before: Date): AsyncGenerator<Finding> {
  for (const folder of [join(config.dataDir, 'work'), scratch()])
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      const [, contentId, fence] = /^([0-9a-f-]{36})-(\d+)$/.exec(name) ?? []
      const found = await stat(path).catch(() => null)
      if (!found || found.mtime >= before) continue
      if (contentId && (await isCurrent({ contentId, fence: Number(fence) }))) continue
      yield finding('work_left', path, 'No work that goes on needs it.')
    }
}
