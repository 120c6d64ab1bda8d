import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { findQueryFixtures } from '../queries/query-fixtures.ts'
import { quantile } from '#tests/support/measurements/statistics.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { listDatabaseBackendPids, readCpuSecondsByPid, measureCpuSecondsSince } from './cpu-time.ts'
import { type TimedResponse, openLightweightHttpConnection } from './raw-connection.ts'
import type { BenchSite } from './bench-site.ts'

const [likes, views] = [10_000, 100_000]
const connections = 48
/** The longest acceptable duration of the whole benchmark in seconds. */
const maxSeconds = 60

/**
 * Sends likes from ten thousand members and views from a hundred thousand people for one video, as fast as
 * the server accepts the requests. Meanwhile, visitors keep loading a list and an item.
 */
export async function benchViralVideo({ testApp, server }: BenchSite): Promise<BenchMetric[]> {
  const { popularItem: id } = await findQueryFixtures(testApp)
  const fans = await insertUsers(testApp, 'fan', likes)
  const before = await readCounts(id)
  const head = (method: string, path: string, more: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n${more}\r\n`
  const asks = Array.from({ length: likes + views }, (_, n) => {
    if (n % 11 === 0)
      return {
        kind: 'like',
        request: head('PUT', `/api/content/${id}/like`, `cookie: ${cookieOf(fans[n / 11]!)}\r\n`),
      }
    const from = `x-forwarded-for: 10.${n >> 16}.${(n >> 8) & 255}.${n & 255}\r\nuser-agent: A browser\r\ncontent-length: 0\r\n`
    return { kind: 'view', request: head('POST', `/api/content/${id}/views`, from) }
  })
  const others = {
    list: head('GET', '/api/content?content_type=music_video&limit=12', ''),
    item: head('GET', `/api/content/${id}`, ''),
  }
  const calm = await browseMeanwhile(server.port, others, pause(5000))
  const pids = [server.pid, ...(await listDatabaseBackendPids())]
  const had = { server: await readCpuSecondsByPid([server.pid]), all: await readCpuSecondsByPid(pids) }
  const startedAt = performance.now()
  const storm = sendAll(server.port, asks)
  const meanwhile = await browseMeanwhile(server.port, others, storm)
  const told = await storm
  const seconds = (performance.now() - startedAt) / 1000
  const after = await readCounts(id)
  const used = {
    server: measureCpuSecondsSince(had.server, await readCpuSecondsByPid([server.pid])),
    all: measureCpuSecondsSince(
      had.all,
      await readCpuSecondsByPid([server.pid, ...(await listDatabaseBackendPids())]),
    ),
  }
  const each = (kind: string) =>
    told.filter((one) => one.kind === kind).map(({ milliseconds }) => milliseconds)
  const p = (of: number[], share: number) => quantile(of, share)
  return [
    {
      name: `hot item: ${likes} likes and ${views} views on one video`,
      value: seconds,
      unit: 's',
      max: maxSeconds,
    },
    { name: 'hot item: unexpected responses', value: told.filter(isWrong).length, unit: '', max: 0 },
    {
      name: 'hot item: likes, counted minus sent',
      value: after.likes_count - before.likes_count - likes,
      unit: '',
      max: 0,
      min: 0,
    },
    {
      name: 'hot item: likes_count minus rows',
      value: after.likes_count - after.rows,
      unit: '',
      max: 0,
      min: 0,
    },
    {
      name: 'hot item: views, counted minus sent',
      value: after.views - before.views - views,
      unit: '',
      max: 0,
      min: 0,
    },
    { name: 'hot item: view, p50', value: p(each('view'), 0.5), unit: 'ms' },
    { name: 'hot item: view, p99', value: p(each('view'), 0.99), unit: 'ms' },
    { name: 'hot item: like, p50', value: p(each('like'), 0.5), unit: 'ms' },
    { name: 'hot item: like, p99', value: p(each('like'), 0.99), unit: 'ms' },
    { name: 'hot item: CPU cores used by the server', value: used.server / seconds, unit: '×' },
    {
      name: 'hot item: CPU cores used by the database',
      value: (used.all - used.server) / seconds,
      unit: '×',
    },
    ...Object.keys(others).flatMap((name): BenchMetric[] => [
      { name: `hot item: ${name} under load, p95`, value: p(meanwhile[name]!, 0.95), unit: 'ms' },
      { name: `hot item: ${name} without load, p95`, value: p(calm[name]!, 0.95), unit: 'ms' },
    ]),
  ]
}

interface Told extends TimedResponse {
  kind: string
}

const isWrong = ({ status }: Told) => status !== 200

/**
 * Sends all requests over several connections. Each connection sends its next request as soon as it has
 * received the response to the previous one.
 */
async function sendAll(port: number, asks: readonly { kind: string; request: string }[]): Promise<Told[]> {
  const told: Told[] = []
  let next = 0
  const one = async () => {
    const { ask, end } = await openLightweightHttpConnection(port)
    while (next < asks.length) {
      const { kind, request } = asks[next++]!
      told.push({ kind, ...(await ask(request)) })
    }
    end()
  }
  await Promise.all(Array.from({ length: connections }, one))
  return told
}

/** Requests a list and an item in turn, at most 20 requests per second, until the `done` promise settles. */
async function browseMeanwhile(port: number, requests: Record<string, string>, done: Promise<unknown>) {
  const { ask, end } = await openLightweightHttpConnection(port)
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(requests).map((name) => [name, []]))
  const over = new AbortController()
  void done.finally(() => over.abort())
  while (!over.signal.aborted)
    for (const [name, request] of Object.entries(requests)) {
      times[name]!.push((await ask(request)).milliseconds)
      await pause(50)
    }
  end()
  return times
}

async function readCounts(id: string): Promise<{ likes_count: number; rows: number; views: number }> {
  const { rows } = await sql<{ likes_count: number; rows: number; views: number }>`select likes_count,
    (select count(*) from likes where content_id = content.id) as rows,
    (select coalesce(sum(views), 0)::int8 from daily_view_counts where content_id = content.id) as views
    from content where id = ${id}`.execute(db)
  return rows[0]!
}

function cookieOf({ cookies }: TestUser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
