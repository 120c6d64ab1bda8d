import { setTimeout as pause } from 'node:timers/promises'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo, createPublishedVideos } from '#tests/support/fixtures/published-video.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createKeepAliveAgent, measureHttpGet } from '#tests/support/measurements/http-get-timing.ts'
import { median, quantile } from '#tests/support/measurements/statistics.ts'
import { requestAtFixedRate } from '#tests/support/measurements/fixed-rate-requests.ts'
import { measureCpuSecondsSince, readCpuSecondsByPid } from '../api/cpu-time.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { type CountedServer, readCounter, startHotPathSite } from './hot-path-site.ts'

const changesPerSecond = 10
const requestsPerSecond = 60

/** Anonymous visitors open pages while other people upload videos and edit profiles that no page shows. */
export async function benchPageCache(seconds: number): Promise<BenchMetric[]> {
  const { testApp, servers, close } = await startHotPathSite(1)
  const server = servers[0]!
  const creators = await insertUsers(testApp, 'creator', 10)
  const uploaders = await insertUsers(testApp, 'uploader', 20)
  const shown = await createPublishedVideos(creators, 60)
  const paths = [
    '/',
    '/music',
    '/browse',
    ...shown.slice(0, 12).map((id) => `/watch/${id}`),
    ...creators.slice(0, 5).map(({ name }) => `/creator/${name}`),
  ]
  const urls = paths.map((path) => `${server.url}${path}`)
  const uploads = await Promise.all(
    uploaders.map((uploader) => createPublishedVideo(uploader, { status: 'processing' })),
  )
  const quiet = await measureHitRate(server, urls, pause(5000))
  const busy = await measureHitRate(server, urls, makeChanges(uploads, uploaders, seconds))
  const memberPage = await measureMemberPages(server, uploaders[0]!.cookies, urls.slice(0, 10))
  await close()
  return [
    { name: 'pages: hit rate without changes', value: quiet.hitRate, unit: '%' },
    {
      name: `pages: hit rate at ${changesPerSecond} unrelated changes per second`,
      value: busy.hitRate,
      unit: '%',
      min: 90,
    },
    { name: 'pages: response p50', value: quantile(busy.times, 0.5), unit: 'ms' },
    { name: 'pages: response p95', value: quantile(busy.times, 0.95), unit: 'ms' },
    { name: 'pages: responses other than 200', value: quiet.errors + busy.errors, unit: '', max: 0 },
    { name: 'pages: time per page for a member', value: memberPage.time, unit: 'ms' },
    {
      name: 'pages: CPU time of the server per page for a member',
      value: memberPage.cpu,
      unit: 'ms',
      max: 4,
    },
  ]
}

async function measureHitRate(server: CountedServer, urls: string[], over: Promise<unknown>) {
  const read = () => readCounter(server, 'afterbell_page_cache_requests_total')
  const before = await read()
  const { times, errors } = await requestAtFixedRate(urls, requestsPerSecond, over)
  const after = await read()
  const count = (result: string) => (after.get(result) ?? 0) - (before.get(result) ?? 0)
  return { hitRate: (100 * count('hit')) / (count('hit') + count('miss')), times, errors }
}

/** Makes the changes one after another: in turn, an upload reaches the next state and a member edits their bio. */
async function makeChanges(uploads: string[], people: { id: string }[], seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000
  for (let nth = 0; performance.now() < until; nth += 1) {
    const at = (nth >> 1) % people.length
    if (nth % 2 === 0)
      await db
        .updateTable('content')
        .set({ stream_status: nth % 4 === 0 ? 'received' : 'processing' })
        .where('id', '=', uploads[at]!)
        .execute()
    else
      await db
        .updateTable('profiles')
        .set({ bio: `Edited ${nth} times` })
        .where('user_id', '=', people[at]!.id)
        .execute()
    await pause(1000 / changesPerSecond)
  }
}

async function measureMemberPages(server: CountedServer, cookies: Map<string, string>, urls: string[]) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const agent = createKeepAliveAgent()
  const request = (url: string) => measureHttpGet(url, agent, { cookie })
  for (const url of urls) await request(url)
  const before = await readCpuSecondsByPid([server.pid])
  const times: number[] = []
  for (let round = 0; round < 10; round += 1)
    for (const url of urls) times.push((await request(url)).milliseconds)
  const used = measureCpuSecondsSince(before, await readCpuSecondsByPid([server.pid]))
  agent.destroy()
  return { time: median(times), cpu: (used * 1000) / times.length }
}
