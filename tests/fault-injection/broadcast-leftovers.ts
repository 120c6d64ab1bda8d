import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { broadcastStoragePrefix } from '#server/broadcasts/broadcast-storage-keys.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { MultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import type { RunningBroadcast } from '#tests/support/cluster/running-broadcast.ts'
import { listFfmpegProcesses } from '#tests/support/processes/process-tree.ts'

/**
 * The chunks and parts of a broadcast are deleted some minutes after its recording is ready. Pretends that these
 * minutes have passed, and returns the rows, files and processes of the broadcasts that remain afterwards.
 */
export async function findBroadcastLeftovers(
  site: MultiProcessTestSite,
  broadcasts: RunningBroadcast[],
): Promise<string[]> {
  const ids = broadcasts.map(({ id }) => id)
  await db
    .updateTable('content')
    .set({ updated_at: sql<Date>`updated_at - interval '1 hour'` })
    .where('id', 'in', ids)
    .execute()
  await waitUntil(() => areMediaDeleted(ids), 120).catch(() => {})
  const list = async () => [
    ...(await listRows(ids)),
    ...(await listFiles(ids)),
    ...(await listWorkFolders(site.dataDir, ids)),
    ...(await listProcesses(site)),
  ]
  // Another worker may still be deleting the same files.
  const isEmpty = async () => (await list()).length === 0
  await waitUntil(isEmpty, 60).catch(() => {})
  return list()
}

async function areMediaDeleted(ids: string[]): Promise<boolean> {
  const deleted = await db
    .selectFrom('broadcasts')
    .select('content_id')
    .where('content_id', 'in', ids)
    .where('media_deleted_at', 'is not', null)
    .execute()
  return deleted.length === ids.length
}

async function listRows(ids: string[]): Promise<string[]> {
  const tables = ['broadcast_chunks', 'broadcast_parts', 'broadcast_renditions'] as const
  const counts = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('content_id', 'in', ids)
        .executeTakeFirstOrThrow(),
    ),
  )
  return tables
    .map((table, at) => ({ table, count: Number(counts[at]!.count) }))
    .filter(({ count }) => count > 0)
    .map(({ table, count }) => `${count} rows in ${table}`)
}

async function listFiles(ids: string[]): Promise<string[]> {
  const items = await db.selectFrom('content').select('playback_id').where('id', 'in', ids).execute()
  const files = await Promise.all(
    items.map(({ playback_id }) => Array.fromAsync(storage.list(broadcastStoragePrefix(playback_id)))),
  )
  return files.flat()
}

/** Lists the work folders of the transcoding attempts that produced the recordings. */
async function listWorkFolders(dataDir: string, ids: string[]): Promise<string[]> {
  const names = await readdir(join(dataDir, 'work')).catch(() => [])
  return names.filter((name) => ids.some((id) => name.startsWith(id)))
}

async function listProcesses({ web, workers }: MultiProcessTestSite): Promise<string[]> {
  const pids = await Promise.all([web, ...workers].map(({ pid }) => listFfmpegProcesses(pid)))
  return pids.flat().map((pid) => `ffmpeg process ${pid}`)
}
