/*
 * `npm run bench:media-delivery` measures the CPU time per gigabyte of video, sent by the server itself and sent by
 * nginx with X-Accel-Redirect. Viewers request random segments of 300 videos, so few segments are in the memory of the
 * server. Needs nginx. `--seconds 20` sets the length of each of the three rounds, `--viewers 24` the number of
 * connections. The viewers share the machine; their CPU time does not count.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { closeDatabase, db, openDatabase } from '#server/platform/db/db.ts'
import { createKeepAliveAgent, measureHttpGet } from '#tests/support/measurements/http-get-timing.ts'
import { median, quantile } from '#tests/support/measurements/statistics.ts'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { nginxSkipReason, startNginx } from '#tests/support/servers/nginx.ts'
import { listDatabaseBackendPids, measureCpuSecondsSince, readCpuSecondsByPid } from './api/cpu-time.ts'
import { printMetrics } from './bench-metrics.ts'
import { printMachineInfo } from './machine-info.ts'
import { seedBenchDatabase } from './seed-bench-database.ts'

const { values: asked } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    viewers: { type: 'string', default: '24' },
  },
})
const rounds = 3
const videoCount = 300
const segmentsPerVideo = 4
const segmentBytes = 1_000_000

if (nginxSkipReason) {
  console.log(`Nothing is measured: ${nginxSkipReason}`)
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

interface Delivery {
  /** CPU seconds of the server, nginx and PostgreSQL per gigabyte. */
  cpuPerGigabyte: number
  megabitsPerSecond: number
  p95: number
  errors: number
}

const dataDir = await createDataDir()
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
try {
  await seedBenchDatabase(postgres.url, 1000)
  loadConfig({})
  openDatabase(postgres.url, 2)
  const written = await writeSegments()
  const env = { DATABASE_URL: postgres.url, PACE: '0' }
  const own = await startServerProcess({ dataDir, env })
  const behind = await startServerProcess({ dataDir, env: { ...env, X_ACCEL_REDIRECT: '/stored-media' } })
  const paths = await selectVisiblePaths(own.url, written)
  const nginx = await startNginx({ appUrl: behind.url, media: { folder: join(dataDir, 'files') } })
  printMachineInfo(`, ${paths.length} segments of ${segmentBytes / 1e6} MB, ${asked.viewers} viewers`)
  const measured = { server: [] as Delivery[], nginx: [] as Delivery[] }
  for (let round = 0; round < rounds; round += 1) {
    measured.server.push(await measureDelivery(own.url, paths, [own.pid]))
    measured.nginx.push(await measureDelivery(nginx.url, paths, [behind.pid, nginx.pid]))
  }
  await nginx.stop()
  await Promise.all([own.stop(), behind.stop()])
  process.exitCode = printResults(measured) === 0 ? 0 : 1
  printMachineInfo()
} finally {
  await closeDatabase()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Writes the segments of public videos into the storage folder. Returns their paths on the site. */
async function writeSegments(): Promise<string[]> {
  const videos = await db
    .selectFrom('content')
    .select('playback_id')
    .where('visibility', '=', 'public')
    .where('stream_status', '=', 'ready')
    .where('moderation', '=', 'approved')
    .limit(videoCount)
    .execute()
  const bytes = Buffer.alloc(segmentBytes, 'afterbell')
  const paths: string[] = []
  for (const { playback_id } of videos) {
    const folder = `media/${playback_id}/1/720p`
    await mkdir(join(dataDir, 'files', folder), { recursive: true })
    for (let nth = 1; nth <= segmentsPerVideo; nth += 1) {
      await writeFile(join(dataDir, 'files', folder, `seg_0000${nth}.m4s`), bytes)
      paths.push(`/${folder}/seg_0000${nth}.m4s`)
    }
  }
  return paths
}

/** Some videos of the seeded site are visible only to members. */
async function selectVisiblePaths(url: string, paths: readonly string[]): Promise<string[]> {
  const statuses = await Promise.all(
    paths.map(async (path) => (await fetch(url + path, { method: 'HEAD' })).status),
  )
  return paths.filter((_, nth) => statuses[nth] === 200)
}

async function measureDelivery(url: string, paths: readonly string[], roots: number[]): Promise<Delivery> {
  const listPids = async () => [
    ...(await Promise.all(roots.map(listProcessTree))).flat(),
    ...(await listDatabaseBackendPids()),
  ]
  const before = await readCpuSecondsByPid(await listPids())
  const startedAt = performance.now()
  const until = startedAt + Number(asked.seconds) * 1000
  const times: number[] = []
  let [bytes, errors] = [0, 0]
  const watch = async () => {
    const agent = createKeepAliveAgent()
    while (performance.now() < until) {
      const path = paths[Math.floor(Math.random() * paths.length)]!
      const answer = await measureHttpGet(url + path, agent)
      bytes += answer.bytes
      times.push(answer.milliseconds)
      if (answer.status !== 200 || answer.bytes !== segmentBytes) errors += 1
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: Number(asked.viewers) }, watch))
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = measureCpuSecondsSince(before, await readCpuSecondsByPid(await listPids()))
  return {
    cpuPerGigabyte: cpu / (bytes / 1e9),
    megabitsPerSecond: (bytes * 8) / 1e6 / seconds,
    p95: quantile(times, 0.95),
    errors,
  }
}

function printResults({ server, nginx }: Record<'server' | 'nginx', Delivery[]>): number {
  const of = (list: Delivery[], value: (one: Delivery) => number) => median(list.map(value))
  const cpu = ({ cpuPerGigabyte }: Delivery) => cpuPerGigabyte
  const rows = Object.entries({ server, nginx }).flatMap(([name, list]) => [
    { name: `${name}: CPU per GB`, value: of(list, cpu), unit: 's' as const },
    {
      name: `${name}: throughput`,
      value: of(list, ({ megabitsPerSecond }) => megabitsPerSecond),
      unit: 'Mbit/s' as const,
    },
    { name: `${name}: segment p95`, value: of(list, ({ p95 }) => p95), unit: 'ms' as const },
    { name: `${name}: errors`, value: of(list, ({ errors }) => errors), unit: '' as const, max: 0 },
  ])
  const ratios = nginx.map((one, round) => one.cpuPerGigabyte / server[round]!.cpuPerGigabyte)
  return printMetrics([
    ...rows,
    { name: 'CPU per GB, nginx ÷ server', value: median(ratios), unit: '×', max: 0.25 },
  ])
}
