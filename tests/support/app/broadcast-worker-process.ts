/*
 * A second worker process that packages broadcasts: a process with its own memory and its own database
 * connections. The test kills it. Arguments: the database URL and the data folder.
 */
import { join } from 'node:path'
import { startBroadcastWorker } from '#server/broadcasts/ingest/broadcast-worker.ts'
import { loadConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/db.ts'
import { startLiveUpdates } from '#server/platform/live-updates/live-updates.ts'
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { setStorage } from '#server/platform/storage/storage.ts'

const [databaseUrl, dataDir] = process.argv.slice(2)
loadConfig({ LIVE: 'on', DATA_DIR: dataDir! })
openDatabase(databaseUrl!)
setStorage(createDiskStorage(join(dataDir!, 'files')))
await startLiveUpdates(databaseUrl!)
startBroadcastWorker({ capacity: 3 })
process.send!('started')
