import type { ViewSession } from './view-sessions.ts'

/* Computes the expected analytics from individual sessions, without the server's totals. */

interface DayOfVideo {
  day: string
  views: number
  summaries: number
  viewers: number
  seconds: number
  retention: number[]
  sources: Map<string, number>
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Leaves out every session that starts less than 30 minutes after a counted session of the same viewer and
 * video.
 */
function selectCounted(sessions: ViewSession[]): ViewSession[] {
  const counted: ViewSession[] = []
  for (const one of sessions.toSorted((a, b) => a.at - b.at)) {
    const last = counted.findLast((other) => other.viewer === one.viewer && other.contentId === one.contentId)
    if (!last || one.at - last.at >= 30 * 60_000) counted.push(one)
  }
  return counted
}

function sumDays(sessions: ViewSession[]): DayOfVideo[] {
  const days = Map.groupBy(selectCounted(sessions), ({ at }) => dayOf(at))
  return [...days].map(([day, views]) => {
    const last = views.flatMap(({ summaries }) => summaries.slice(-1))
    const viewers = [...Map.groupBy(views, ({ viewer }) => viewer).values()]
    const first = viewers.map((all) => all[0]!).filter(({ summaries }) => summaries.length > 0)
    return {
      day,
      views: views.length,
      summaries: last.length,
      viewers: first.length,
      seconds: last.reduce((sum, { seconds }) => sum + seconds, 0),
      retention: Array.from(
        { length: 100 },
        (_, at) => last.filter(({ played }) => (parseInt(played[at >> 2]!, 16) >> (3 - (at & 3))) & 1).length,
      ),
      sources: new Map(
        [...Map.groupBy(first, ({ source }) => source)].map(([name, all]) => [name, all.length]),
      ),
    }
  })
}

/**
 * Combines consecutive days until each group has enough viewers. Leaves out the last days if they do not have
 * enough viewers.
 */
function groupDays(days: DayOfVideo[], minViewers: number): DayOfVideo[][] {
  const groups: DayOfVideo[][] = []
  let open: DayOfVideo[] = []
  for (const day of days) {
    open.push(day)
    if (open.reduce((sum, { viewers }) => sum + viewers, 0) < minViewers) continue
    groups.push(open)
    open = []
  }
  return groups
}

const sum = (days: DayOfVideo[], of: (day: DayOfVideo) => number) =>
  days.reduce((total, day) => total + of(day), 0)

/** Returns the analytics of one video in a period that ends after the last session. */
export function computeExpectedAnalytics(sessions: ViewSession[], from: string) {
  const days = sumDays(sessions)
  const groups = groupDays(days, 10).filter((group) => group.at(-1)!.day >= from)
  const all = groups.flat()
  const figures = (of: DayOfVideo[]) => ({
    views: sum(of, (day) => day.views),
    watch_seconds: sum(of, (day) => day.seconds),
    average_view_seconds:
      Math.round((sum(of, (day) => day.seconds) / sum(of, (day) => day.summaries)) * 10) / 10,
  })
  const summaries = sum(all, (day) => day.summaries)
  return {
    totals: groups.length === 0 ? null : figures(all),
    days: groups.map((group) => ({ from: group[0]!.day, to: group.at(-1)!.day, ...figures(group) })),
    retention:
      groups.length === 0
        ? null
        : Array.from(
            { length: 100 },
            (_, at) => Math.round((sum(all, (day) => day.retention[at]!) / summaries) * 1000) / 1000,
          ),
    sources: sumSources(groupDays(days, 30).filter((group) => group.at(-1)!.day >= from)),
  }
}

/**
 * In each group, combines sources with fewer than ten viewers into `other`. If `other` would have between one
 * and nine viewers, combines the next smallest source too.
 */
function sumSources(groups: DayOfVideo[][]): Record<string, number> | null {
  if (groups.length === 0) return null
  const total: Record<string, number> = {}
  for (const group of groups) {
    const counts: Record<string, number> = {}
    for (const { sources } of group)
      for (const [name, viewers] of sources) counts[name] = (counts[name] ?? 0) + viewers
    const small = Object.keys(counts).filter((name) => counts[name]! < 10 || name === 'other')
    const large = Object.keys(counts).filter((name) => !small.includes(name))
    large.sort((a, b) => counts[a]! - counts[b]! || (a < b ? 1 : -1))
    const others = () => small.reduce((viewers, name) => viewers + counts[name]!, 0)
    while (others() > 0 && others() < 10 && large.length > 0) small.push(large.shift()!)
    for (const name of large) total[name] = (total[name] ?? 0) + counts[name]!
    if (others() > 0) total['other'] = (total['other'] ?? 0) + others()
  }
  return total
}
