import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { isCurrentTranscodeAttempt } from '#server/transcoding/transcode-attempt.ts'
import { hasQueuedReplacementJob } from '#server/transcoding/replacements/requeue-replacement.ts'
import { hasPieces, hasQueuedTranscodeJob, workFolderPattern } from '#server/transcoding/sweep-transcodes.ts'
import { dataExportScratchFolder } from '#server/privacy/data-export/build-export.ts'
import { streamRows } from './row-cursor.ts'
import { type IntegrityFinding, createIntegrityFinding } from './integrity-finding.ts'

/**
 * Finds abandoned work: jobs of unresponsive workers, uploads without a job, and work folders of dead
 * workers.
 */
export async function* verifyBackgroundWork(tx: Tx, before: Date): AsyncGenerator<IntegrityFinding> {
  yield* findSilentJobs(tx)
  yield* findSilentStreams(tx)
  yield* findForgottenUploads(tx)
  yield* findForgottenReplacements(tx)
  yield* findLeftoverFolders(before)
}

/**
 * Finds jobs whose worker is unresponsive. A dead worker is detected within 30 s and its job is taken over
 * within 45 s, so a running job that has sent no heartbeat for 70 s is a problem.
 */
async function* findSilentJobs(tx: Tx): AsyncGenerator<IntegrityFinding> {
  const silent = streamRows<{ id: string; name: string; seconds: number }>(
    tx,
    'jobs',
    sql`select id, name, extract(epoch from now() - heartbeat_on)::int as seconds from pgboss.job
      where state = 'active' and heartbeat_seconds is not null
      and heartbeat_on < now() - heartbeat_seconds * interval '1 second' - interval '70 seconds'`,
  )
  for await (const { id, name, seconds } of silent)
    yield createIntegrityFinding(
      'job_silent',
      `job ${id}`,
      `The job ${name} is active, but its worker’s last heartbeat was ${seconds} s ago.`,
    )
}

/**
 * Finds videos that are marked as processing although they have no job and their worker sends no heartbeats.
 */
async function* findSilentStreams(tx: Tx): AsyncGenerator<IntegrityFinding> {
  const silent = streamRows<{ content_id: string }>(
    tx,
    'streams_silent',
    sql`select content_id from streams where state in ('received', 'probed', 'encoding') and started_at is not null
      and coalesce(heartbeat_at, started_at) < now() - interval '90 seconds' and not ${hasQueuedTranscodeJob} and not ${hasPieces}
      and coalesce(heartbeat_at, started_at) >= now() - interval '1 hour'`,
  )
  for await (const { content_id } of silent)
    yield createIntegrityFinding(
      'job_silent',
      `content ${content_id}`,
      'The video is marked as processing, but no worker is working on it.',
    )
}

async function* findForgottenUploads(tx: Tx): AsyncGenerator<IntegrityFinding> {
  const rows = streamRows<{ content_id: string; state: string }>(
    tx,
    'streams_forgotten',
    sql`select content_id, state from streams where state in ('received', 'probed', 'encoding') and not ${hasQueuedTranscodeJob} and not ${hasPieces}
      and coalesce(heartbeat_at, queued_at) < now() - interval '1 hour'`,
  )
  for await (const { content_id, state } of rows)
    yield createIntegrityFinding(
      'upload_forgotten',
      `content ${content_id}`,
      `The upload is ${state}, but no job will continue it.`,
    )
}

async function* findForgottenReplacements(tx: Tx): AsyncGenerator<IntegrityFinding> {
  const rows = streamRows<{ content_id: string; state: string }>(
    tx,
    'replacements_forgotten',
    sql`select content_id, state from stream_replacements where state in ('received', 'encoding')
      and not ${hasQueuedReplacementJob} and coalesce(heartbeat_at, queued_at) < now() - interval '1 hour'`,
  )
  for await (const { content_id, state } of rows)
    yield createIntegrityFinding(
      'upload_forgotten',
      `content ${content_id}`,
      `The new file of the video is ${state}, but no job will continue it.`,
    )
}

/** Finds work folders of dead workers on this machine. */
async function* findLeftoverFolders(before: Date): AsyncGenerator<IntegrityFinding> {
  for (const folder of [join(config.dataDir, 'work'), dataExportScratchFolder()])
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      const [, contentId, fence] = workFolderPattern.exec(name) ?? []
      const found = await stat(path).catch(() => null)
      if (!found || found.mtime >= before) continue
      if (contentId && (await isCurrentTranscodeAttempt({ contentId, fence: Number(fence) }))) continue
      yield createIntegrityFinding('work_left', path, 'No running job needs this folder.')
    }
}
