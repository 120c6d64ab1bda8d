/*
 * `npm run bench:media-cache` counts the requests for media that reach the server behind Varnish (`deploy/varnish.vcl`),
 * per viewer and minute: with five seconds of shared caching, and with MEDIA_CACHE_PURGE. Simulated viewers watch 300
 * five-minute films in three qualities. The films' popularity follows a Zipf distribution. The segments are small,
 * because only the requests are counted. Needs Varnish. `--viewers 500` sets how many people watch at the same time,
 * `--seconds 60` for how long, and `--hours 6` how many hours of requests from such an audience fill the cache
 * beforehand.
 */
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { closeDatabase, db, openDatabase } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createDataDir, findFreePort, startServerProcess } from '#tests/support/processes/server-process.ts'
import { startVarnish, varnishSkipReason } from '#tests/support/servers/varnish.ts'
import { printMetrics } from '../bench-metrics.ts'
import { printMachineInfo } from '../machine-info.ts'
import { seedBenchDatabase } from '../seed-bench-database.ts'
import { type Library, requestEarlierViewings, segmentName, watch } from './simulated-audience.ts'

const { values: asked } = parseArgs({
  options: {
    viewers: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    hours: { type: 'string', default: '6' },
  },
})
const [viewers, seconds, hours] = [Number(asked.viewers), Number(asked.seconds), Number(asked.hours)]
const filmCount = 300
const shape = { segmentsPerFilm: 75, renditions: ['480p', '720p', '1080p'] }
const token = 'token-of-the-benchmark'

if (varnishSkipReason) {
  console.log(`Nothing is measured: ${varnishSkipReason}`)
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

interface Measurement {
  requestsPerViewerMinute: number
  originPerViewerMinute: number
  errors: number
}

const dataDir = await createDataDir()
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
try {
  await seedBenchDatabase(postgres.url, 1200)
  loadConfig({})
  openDatabase(postgres.url, 2)
  const library = { films: await selectPublicFilms(), ...shape }
  await writeFilms(library)
  printMachineInfo(`, ${library.films.length} films, ${viewers} viewers, ${seconds} s`)
  const short = await measure(library, false)
  const long = await measure(library, true)
  process.exitCode = printResults(short, long) === 0 ? 0 : 1
} finally {
  await closeDatabase()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function selectPublicFilms(): Promise<string[]> {
  const rows = await db
    .selectFrom('content')
    .innerJoin('profiles', 'profiles.user_id', 'content.user_id')
    .select('playback_id')
    .where('visibility', '=', 'public')
    .where('stream_status', '=', 'ready')
    .where('moderation', '=', 'approved')
    .where('rating', '=', 'all')
    .where('deleted_at', 'is', null)
    .where('is_private', '=', false)
    .where('suspended_until', 'is', null)
    .where('deletion_scheduled_at', 'is', null)
    .limit(filmCount)
    .execute()
  return rows.map(({ playback_id }) => playback_id)
}

async function writeFilms({ films, segmentsPerFilm, renditions }: Library): Promise<void> {
  const bytes = Buffer.alloc(2000, 'afterbell')
  const names = [
    'index.m3u8',
    'init.mp4',
    ...Array.from({ length: segmentsPerFilm }, (_, nth) => segmentName(nth)),
  ]
  for (const film of films) {
    const { id } = await db
      .selectFrom('content')
      .select('id')
      .where('playback_id', '=', film)
      .executeTakeFirstOrThrow()
    // All files of a film are hard links to one file. A file can have only 65,000 hard links.
    const original = join(dataDir, `segment-of-${film}`)
    await writeFile(original, bytes)
    for (const name of renditions) {
      const folder = join(dataDir, 'files/media', film, '1', name)
      await mkdir(folder, { recursive: true })
      await Promise.all(names.map((one) => link(original, join(folder, one))))
      const height = Number.parseInt(name, 10)
      await db
        .insertInto('renditions')
        .values({
          content_id: id,
          name,
          fence: 1,
          folder: `1/${name}`,
          codecs: 'avc1.4d4015',
          frame_rate: 24,
          width: Math.round((height * 16) / 9),
          height,
          bandwidth: height * 3000,
          average_bandwidth: height * 2000,
        })
        .onConflict((on) => on.doNothing())
        .execute()
    }
  }
}

/** Measures an audience behind Varnish, which keeps media for five seconds, or until it is purged. */
async function measure(library: Library, isPurged: boolean): Promise<Measurement> {
  const port = await findFreePort()
  const cacheUrl = `http://127.0.0.1:${port}`
  const metricsPort = await findFreePort()
  const purging = {
    MEDIA_CACHE_PURGE: 'varnish',
    MEDIA_CACHE_PURGE_URL: cacheUrl,
    MEDIA_CACHE_PURGE_TOKEN: token,
  }
  const server = await startServerProcess({
    dataDir,
    env: {
      DATABASE_URL: postgres.url,
      PACE: '0',
      METRICS_PORT: String(metricsPort),
      ...(isPurged && purging),
    },
  })
  const varnish = await startVarnish({ port, appUrl: server.url, token, memory: '1g' })
  try {
    const sample = `${server.url}/media/${library.films[0]!}/1/720p/init.mp4`
    if (isPurged) await waitUntil(async () => (await fetch(sample)).headers.has('surrogate-control'), 30)
    const warmed = isPurged ? await requestEarlierViewings(cacheUrl, library, { viewers, hours }) : 0
    if (isPurged) console.log(`The audience of the last ${hours} hours has requested ${warmed} files`)
    // Short lifetimes reach their steady state within a few seconds.
    await watch(cacheUrl, library, { viewers, seconds: 10 })
    const before = await countMediaRequests(metricsPort)
    const { requests, errors } = await watch(cacheUrl, library, { viewers, seconds })
    const origin = (await countMediaRequests(metricsPort)) - before
    const viewerMinutes = (viewers * seconds) / 60
    return {
      requestsPerViewerMinute: requests / viewerMinutes,
      originPerViewerMinute: origin / viewerMinutes,
      errors,
    }
  } finally {
    await varnish.stop()
    await server.stop()
  }
}

/** Returns how many requests for media the server has received. */
async function countMediaRequests(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const lines = text
    .split('\n')
    .filter((line) => /^afterbell_http_request_duration_seconds_count\{.*route="\/media/.test(line))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

function printResults(short: Measurement, long: Measurement): number {
  const unit = '' as const
  const name = 'origin requests per viewer-minute'
  return printMetrics([
    { name: 'requests of viewers per viewer-minute', value: long.requestsPerViewerMinute, unit: '/min' },
    { name: `${name}, five seconds of caching`, value: short.originPerViewerMinute, unit: '/min' },
    { name: `${name}, with MEDIA_CACHE_PURGE`, value: long.originPerViewerMinute, unit: '/min', max: 0.5 },
    { name: 'errors', value: short.errors + long.errors, unit, max: 0 },
  ])
}
