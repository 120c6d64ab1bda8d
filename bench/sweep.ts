/*
 * `npm run bench:sweep` measures the hourly file sweep with a real PostgreSQL database and a simulated bucket. The first
 * run does not know the size of the storage. The later runs are those of a site whose storage was visited completely
 * before. `--videos 10000,100000,1000000` sets the sizes of the site, `--segments 1` the number of media files per
 * rendition, `--latency 50` the milliseconds per page of the bucket's listing, and `--hours 3` how often the sweep runs.
 */
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { loadConfig } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase, withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { setStorage } from '#server/platform/storage/storage.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { createDataDir } from '#tests/support/processes/server-process.ts'
import { printMachineInfo } from './machine-info.ts'
import { insertBenchVideos } from './sweep/insert-bench-videos.ts'
import { createSimulatedBucket } from './sweep/simulated-bucket.ts'

const { values } = parseArgs({
  options: {
    videos: { type: 'string', default: '10000,100000,1000000' },
    segments: { type: 'string', default: '1' },
    latency: { type: 'string', default: '50' },
    hours: { type: 'string', default: '3' },
  },
})
/** The bucket is simulated (`setStorage`), but the settings decide that the sweep expects a bucket. */
const bucketSettings = {
  S3_BUCKET: 'simulated',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
}
const limits = { runSeconds: 60, transactionSeconds: 5, walkHours: 168 }

printMachineInfo()
console.log(`simulated bucket: ${values.latency} ms per page of 1000 objects`)
let missed = 0
for (const videos of values.videos.split(',').map(Number)) missed += await benchSweep(videos)
console.log(missed === 0 ? 'all thresholds met' : `${missed} thresholds missed`)
process.exit(missed === 0 ? 0 : 1)

/** Returns the number of missed thresholds. */
async function benchSweep(videos: number): Promise<number> {
  const folder = await createDataDir()
  await chmod(folder, 0o755) // if started as root, PostgreSQL runs as another user and needs access
  const embedded = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  try {
    await migrate(embedded.url)
    loadConfig({ DATA_DIR: join(folder, 'site'), ...bucketSettings, LOG_LEVEL: 'warn' })
    openDatabase(embedded.url, 1)
    await insertBenchVideos(videos)
    await closeDatabase()
    openDatabase(embedded.url)
    const size = { videos, segments: Number(values.segments), latency: Number(values.latency) }
    const { storage, usage, objects } = createSimulatedBucket(size)
    setStorage(storage)
    console.log(`${format(videos)} videos, ${format(objects)} objects`)
    let missedRuns = 0
    for (let hour = 1; hour <= Number(values.hours); hour += 1) {
      if (hour === 2) await startNextWalk(objects)
      const before = { ...usage }
      const run = await measureRun(() => withBackgroundTimeouts(() => sweepFiles()))
      const walkHours = Math.ceil(objects / (usage.objects - before.objects))
      const isMissed =
        run.seconds > limits.runSeconds ||
        run.transaction > limits.transactionSeconds ||
        walkHours > limits.walkHours
      missedRuns += isMissed ? 1 : 0
      console.log(
        `  run ${hour}: ${run.seconds.toFixed(1)} s (≤ ${limits.runSeconds}), ` +
          `longest transaction ${run.transaction.toFixed(2)} s (≤ ${limits.transactionSeconds}), ` +
          `a walk takes ${walkHours} h (≤ ${limits.walkHours}), ` +
          `CPU ${run.cpu.toFixed(1)} s, ${format(usage.objects - before.objects)} objects in ` +
          `${format(usage.pages - before.pages)} pages, ${usage.removed - before.removed} removals, ` +
          `memory +${run.memory.toFixed(0)} MB${isMissed ? '  MISSED' : ''}`,
      )
    }
    return missedRuns
  } finally {
    await closeDatabase()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The next run behaves as if an earlier walk had visited all objects. */
async function startNextWalk(objects: number): Promise<void> {
  await db
    .updateTable('storage_sweeps')
    .set({ cursor: null, objects: 0, names: 0, unknown_names: 0, last_objects: objects })
    .where('folder', '=', 'media')
    .execute()
}

function format(count: number): string {
  return count.toLocaleString('en')
}

/** Measures the time, the longest transaction in the database, the CPU time of this process and its peak memory. */
async function measureRun(work: () => Promise<void>) {
  global.gc?.()
  const [startedAt, cpuBefore, rssBefore] = [performance.now(), process.cpuUsage(), process.memoryUsage().rss]
  let [peak, transaction] = [rssBefore, 0]
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
    void longestTransaction().then((seconds) => (transaction = Math.max(transaction, seconds)))
  }, 100)
  await work()
  clearInterval(timer)
  const cpu = process.cpuUsage(cpuBefore)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    transaction,
    cpu: (cpu.user + cpu.system) / 1e6,
    memory: (peak - rssBefore) / 2 ** 20,
  }
}

async function longestTransaction(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`select coalesce(max(extract(epoch from
      clock_timestamp() - xact_start)), 0)::float8 as seconds from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return rows[0]!.seconds
}
