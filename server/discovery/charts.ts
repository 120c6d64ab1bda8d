import type { ChartCategory, getChart, ChartPeriod, ChartEntry } from '#contract/discovery/charts.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { chartLimits as figures } from '#contract/discovery/chart-limits.ts'
import { selectContentCards, presentContent } from '#server/content/content-cards.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { selectListedItems } from '#server/access-policy/content-queries.ts'
import { rankContentOfAllTime, type ChartRanking, rankContentWithinPeriod } from './chart-ranking.ts'

interface ChartResult {
  at: Date
  now: ChartRanking
  before: ChartRanking
}

/**
 * Returns the chart of a period with each item's rank in the previous period. The chart is computed at most
 * once a minute. Although the chart is cached, an item that becomes hidden is left out of the chart
 * immediately. The chart also leaves out items that the viewer cannot see.
 */
export async function loadChart(
  viewer: Viewer,
  period: ChartPeriod,
  category: ChartCategory | undefined,
): Promise<ResponseOf<typeof getChart>> {
  const { at, now, before } = await loadCachedChart(period, category)
  const ids = now.map(({ id }) => id)
  const rows = ids.length
    ? await selectContentCards(viewer, selectListedItems(viewer)).where('content.id', 'in', ids).execute()
    : []
  const shown = new Map(rows.map((row) => [row.id, presentContent(viewer, row)]))
  const past = new Map(before.map(({ id }, place) => [id, place + 1]))
  const places: ChartEntry[] = now
    .filter(({ id }) => shown.has(id))
    .map(({ id, points }, place) => ({
      rank: place + 1,
      before: past.get(id) ?? null,
      points,
      item: shown.get(id)!,
    }))
  return { period, counted_at: at.toISOString(), places }
}

interface CachedChart {
  /** When the result was computed (`made`) and when its last refresh started (`begun`). */
  made: number
  begun: number
  counted: Promise<ChartResult>
}
const chartCache = new Map<string, CachedChart>()

/**
 * Returns a cached chart. Counting a million likes takes seconds, so a chart up to a few minutes old is
 * served while the next one is computed.
 */
function loadCachedChart(period: ChartPeriod, category: ChartCategory | undefined): Promise<ChartResult> {
  const key = `${period} ${category ?? ''}`
  const known = chartCache.get(key)
  const now = Date.now()
  if (known && now - known.begun < figures.freshMs) return known.counted
  const fresh: CachedChart = { made: now, begun: now, counted: computeChart(period, category) }
  if (!known || now - known.made > figures.staleMs) {
    chartCache.set(key, fresh)
    fresh.counted.catch(() => chartCache.delete(key))
    void forgetIfEmpty(key, fresh)
    return fresh.counted
  }
  known.begun = now
  fresh.counted.then(
    () => chartCache.set(key, fresh),
    () => {}, // retried after a minute; after ten minutes, the next request waits and gets the error
  )
  return known.counted
}

/**
 * Removes an empty chart from the cache, so that the first like on a new site appears in the chart
 * immediately. Computing an empty chart again is fast.
 */
async function forgetIfEmpty(key: string, { counted: counting }: CachedChart): Promise<void> {
  const result = await counting.catch(() => null)
  if (result?.now.length === 0) chartCache.delete(key)
}

const day = 24 * 3600_000
const periodLengths = { today: day, week: 7 * day }

async function computeChart(period: ChartPeriod, category: ChartCategory | undefined): Promise<ChartResult> {
  const at = new Date()
  const ago = (ms: number) => new Date(at.getTime() - ms)
  if (period === 'all') return { at, ...(await rankContentOfAllTime(category, ago(7 * day))) }
  const length = periodLengths[period]
  const [now, before] = await Promise.all([
    rankContentWithinPeriod(category, ago(length), at),
    rankContentWithinPeriod(category, ago(2 * length), ago(length)),
  ])
  return { at, now, before }
}
