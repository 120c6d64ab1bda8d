/*
 * A worker process that transcodes videos: a process with its own memory and its own database connections. The
 * test kills it, or stops it with SIGTERM. Arguments: the database URL, the data folder and the piece duration.
 */
import { join } from 'node:path'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, openDatabase } from '#server/platform/db/db.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { startJobWorkers, startQueue, stopQueue } from '#server/platform/queue/queue.ts'
import { setEventListeners } from '#server/domain-events.ts'
import { transcodingWorkers } from '#server/transcoding/jobs.ts'

const [databaseUrl, dataDir, pieceSeconds] = process.argv.slice(2)
loadConfig({ DATA_DIR: dataDir!, PIECE_SECONDS: pieceSeconds! })
openDatabase(databaseUrl!)
setStorage(createDiskStorage(join(dataDir!, 'files')))
setEventListeners([])
await startQueue(
  databaseUrl!,
  transcodingWorkers.map(({ job }) => job),
  true,
)
await startJobWorkers(transcodingWorkers, [])
process.once('SIGTERM', async () => {
  await stopQueue()
  await closeDatabase()
  process.exit(0)
})
process.send!('started')
