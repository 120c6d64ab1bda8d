import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { listComments } from '#contract/engagement/comments.ts'
import { getContent, listContent } from '#contract/content/content.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { selectListedItems } from '#server/access-policy/content-queries.ts'
import { findQueryFixtures } from '../queries/query-fixtures.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { median } from '#tests/support/measurements/statistics.ts'
import type { BaselineServerInput } from './baseline-server.ts'
import { listDatabaseBackendPids, readCpuSecondsByPid, measureCpuSecondsSince } from './cpu-time.ts'
import type { BenchSite } from './bench-site.ts'
import { captureQueryWithMostRows } from './captured-query.ts'
import { type LoadTestResult, generateLoad } from './load-generator.ts'

interface BenchedRoute {
  what: string
  urls: string[]
  /** The name of the bare route that runs the same query as this route, for comparison. */
  bare?: string
}

interface Measured extends LoadTestResult {
  /** The CPU time in milliseconds that the server process (`own`) and the database use per request. */
  own: number
  database: number
}

/**
 * Benchmarks each hot path against a bare route that runs the same query. The rounds alternate between the
 * product's route and the bare route, and the results are medians.
 */
export async function benchRouteThroughput(
  place: BenchSite,
  { seconds, rounds, named }: { seconds: number; rounds: number; named: string },
) {
  const { testApp, server } = place
  const { popularItem: id } = await findQueryFixtures(testApp)
  const nobody = testApp.anonymousUser()
  const list = { content_type: 'music_video', limit: 12 } as const
  const several = await selectListedItems(anonymousViewer)
    .select('content.id')
    .orderBy('content.id')
    .limit(64)
    .execute()
  const statements = {
    list: await captureStatements([() => nobody.call(listContent, { query: list })]),
    item: await captureStatements(several.map((params) => () => nobody.call(getContent, { params }))),
    comments: await captureStatements([() => nobody.call(listComments, { params: { id }, query: {} })]),
  }
  const bare = await startBaselineServer({ databaseUrl: place.databaseUrl, statements })
  const at = (path: string) => [`${server.url}${path}`]
  const routes: BenchedRoute[] = [
    { what: 'list of 12', urls: at('/api/content?content_type=music_video&limit=12'), bare: 'list' },
    // Requests cycle through several items, because concurrent requests for the same item share a response.
    { what: 'one item', urls: several.map((one) => `${server.url}/api/content/${one.id}`), bare: 'item' },
    { what: 'the same item', urls: at(`/api/content/${id}`), bare: 'item' },
    { what: 'comments', urls: at(`/api/content/${id}/comments`), bare: 'comments' },
    { what: 'search', urls: at('/api/search?q=night') },
    { what: 'home page', urls: at('/') },
    { what: 'watch page', urls: at(`/watch/${id}`) },
  ]
  const figures: BenchMetric[] = []
  for (const route of routes.filter(({ what }) => what.includes(named))) {
    const [ours, bares]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      if (route.bare) bares.push(await measure([`${bare.url}/${route.bare}`], bare.pid, seconds))
      ours.push(await measure(route.urls, server.pid, seconds))
    }
    figures.push(...figuresOf(route, ours, bares))
  }
  bare.close()
  return figures
}

/**
 * Runs each of `calls` and captures the query that returns the most rows, with the parameter values of that
 * query.
 */
async function captureStatements(calls: (() => Promise<unknown>)[]) {
  const sent = []
  for (const call of calls) sent.push(await captureQueryWithMostRows(call))
  return { text: sent[0]!.text, values: sent.map(({ values }) => values) }
}

async function measure(urls: string[], pid: number, seconds: number): Promise<Measured> {
  await generateLoad(urls, { seconds: Math.min(1, seconds) })
  const used = async () => ({
    own: await readCpuSecondsByPid([pid]),
    all: await readCpuSecondsByPid(await listDatabaseBackendPids()),
  })
  const before = await used()
  const told = await generateLoad(urls, { seconds })
  const after = await used()
  const each = (had: number) => (had * 1000) / (told.perSecond * told.seconds)
  return {
    ...told,
    own: each(measureCpuSecondsSince(before.own, after.own)),
    database: each(measureCpuSecondsSince(before.all, after.all)),
  }
}

function figuresOf({ what, bare }: BenchedRoute, ours: Measured[], bares: Measured[]): BenchMetric[] {
  const of = (runs: Measured[], figure: keyof Measured) => median(runs.map((run) => run[figure]))
  const share = (figure: 'perSecond' | 'own' | 'database') => of(ours, figure) / of(bares, figure)
  return [
    { name: `${what}: requests per second`, value: of(ours, 'perSecond'), unit: '' },
    { name: `${what}: p50`, value: of(ours, 'p50'), unit: 'ms' },
    { name: `${what}: p99`, value: of(ours, 'p99'), unit: 'ms' },
    { name: `${what}: responses other than 200`, value: of(ours, 'failed'), unit: '', max: 0 },
    { name: `${what}: CPU time of the server`, value: of(ours, 'own'), unit: 'ms' },
    { name: `${what}: CPU time of the database`, value: of(ours, 'database'), unit: 'ms' },
    ...(bare
      ? ([
          {
            name: `${what}: requests per second ÷ bare route`,
            value: share('perSecond'),
            unit: '×',
            min: 0.6,
          },
          { name: `${what}: CPU time of the server ÷ bare route`, value: share('own'), unit: '×' },
          { name: `${what}: CPU time of the database ÷ bare route`, value: share('database'), unit: '×' },
        ] satisfies BenchMetric[])
      : []),
  ]
}

async function startBaselineServer(
  about: BaselineServerInput,
): Promise<{ url: string; pid: number; close(): void }> {
  const child = fork(join(import.meta.dirname, 'baseline-server.ts'), { execArgv: [] })
  child.send(about)
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, close: () => child.disconnect() }
}
