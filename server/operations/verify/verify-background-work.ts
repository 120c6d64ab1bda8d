import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { isCurrentAttempt } from '#server/transcoding/transcode-attempt.ts'
import { hasTranscodeJob } from '#server/transcoding/sweep.ts'
import { exportScratchFolder } from '#server/privacy/data-export/build-export.ts'
import { streamRows } from './row-cursor.ts'
import { type VerificationFinding, createFinding } from './finding.ts'

/** Finds abandoned work: jobs of silent workers, uploads without a job, and folders of dead workers. */
export async function* verifyBackgroundWork(tx: Tx, before: Date): AsyncGenerator<VerificationFinding> {
  yield* findSilentJobs(tx)
  yield* findSilentStreams(tx)
  yield* findForgottenUploads(tx)
  yield* findLeftoverFolders(before)
}

/** A dead worker is noticed within 30 s and replaced within 45 s; twice that is too long. */
async function* findSilentJobs(tx: Tx): AsyncGenerator<VerificationFinding> {
  const silent = streamRows<{ id: string; name: string; seconds: number }>(
    tx,
    'jobs',
    sql`select id, name, extract(epoch from now() - heartbeat_on)::int as seconds from pgboss.job
      where state = 'active' and heartbeat_seconds is not null
      and heartbeat_on < now() - heartbeat_seconds * interval '1 second' - interval '70 seconds'`,
  )
  for await (const { id, name, seconds } of silent)
    yield createFinding(
      'job_silent',
      `job ${id}`,
      `The job ${name} runs, and its worker was last heard ${seconds} s ago.`,
    )
}

/** Streams in progress whose heartbeat has stopped and that have no job. */
async function* findSilentStreams(tx: Tx): AsyncGenerator<VerificationFinding> {
  const silent = streamRows<{ content_id: string }>(
    tx,
    'streams_silent',
    sql`select content_id from streams where state in ('received', 'probed', 'encoding') and started_at is not null
      and coalesce(heartbeat_at, started_at) < now() - interval '90 seconds' and not ${hasTranscodeJob}
      and coalesce(heartbeat_at, started_at) >= now() - interval '1 hour'`,
  )
  for await (const { content_id } of silent)
    yield createFinding('job_silent', `content ${content_id}`, 'It is being processed, and nobody is at it.')
}

async function* findForgottenUploads(tx: Tx): AsyncGenerator<VerificationFinding> {
  const rows = streamRows<{ content_id: string; state: string }>(
    tx,
    'streams_forgotten',
    sql`select content_id, state from streams where state in ('received', 'probed', 'encoding') and not ${hasTranscodeJob}
      and coalesce(heartbeat_at, queued_at) < now() - interval '1 hour'`,
  )
  for await (const { content_id, state } of rows)
    yield createFinding(
      'upload_forgotten',
      `content ${content_id}`,
      `It is ${state}, and no job will go on with it.`,
    )
}

/** Checks this machine only. */
async function* findLeftoverFolders(before: Date): AsyncGenerator<VerificationFinding> {
  for (const folder of [join(config.dataDir, 'work'), exportScratchFolder()])
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      const [, contentId, fence] = /^([0-9a-f-]{36})-(\d+)$/.exec(name) ?? []
      const found = await stat(path).catch(() => null)
      if (!found || found.mtime >= before) continue
      if (contentId && (await isCurrentAttempt({ contentId, fence: Number(fence) }))) continue
      yield createFinding('work_left', path, 'No work that goes on needs it.')
    }
}
