import type { z } from 'zod'
import { OwnAnalyticsCsvQuery, VideoAnalyticsCsvQuery } from '#contract/engagement/analytics.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { isUuid } from '#server/platform/uuid.ts'
import { loadOwnAnalytics, loadVideoAnalytics } from './load-analytics.ts'

type Cell = string | number | null

const mostVideos = 1000

/** Serves an analytics table for all of the viewer's videos as a CSV file. */
export async function serveOwnAnalyticsCsv(viewer: Member, url: string): Promise<Response> {
  const { days, table } = parseQuery(OwnAnalyticsCsvQuery, url)
  const shown = await loadOwnAnalytics(viewer, days, new Date(), mostVideos)
  const rows = table === 'days' ? tables.days(shown.days) : tables.videos(shown.videos)
  return respondWithCsv(rows, `analytics-${table}-${shown.from}-${shown.to}`)
}

/** Serves an analytics table for one of the viewer's videos as a CSV file. */
export async function serveVideoAnalyticsCsv(viewer: Member, id: string, url: string): Promise<Response> {
  if (!isUuid(id)) throw new ApiError('content_not_found')
  const { days, table } = parseQuery(VideoAnalyticsCsvQuery, url)
  const shown = await loadVideoAnalytics(viewer, id, days)
  const rows =
    table === 'days'
      ? tables.days(shown.days)
      : table === 'retention'
        ? tables.retention(shown.retention ?? [])
        : tables.sources(shown.sources ?? [])
  return respondWithCsv(rows, `analytics-${table}-${shown.from}-${shown.to}`)
}

interface Figures {
  views: number
  watch_seconds: number
  average_view_seconds: number | null
}
const figureNames = ['views', 'watch_seconds', 'average_view_seconds'] as const
const figuresOf = (row: Figures) => figureNames.map((name) => row[name])

const tables = {
  days: (days: (Figures & { from: string; to: string })[]): Cell[][] => [
    ['from', 'to', ...figureNames],
    ...days.map((row) => [row.from, row.to, ...figuresOf(row)]),
  ],
  videos: (videos: (Figures & { id: string; title: string })[]): Cell[][] => [
    ['id', 'title', ...figureNames],
    ...videos.map((row) => [row.id, row.title, ...figuresOf(row)]),
  ],
  retention: (shares: number[]): Cell[][] => [
    ['hundredth', 'share_of_views'],
    ...shares.map((share, at) => [at + 1, share]),
  ],
  sources: (sources: { source: string; viewers: number }[]): Cell[][] => [
    ['source', 'viewers'],
    ...sources.map(({ source, viewers }) => [source, viewers]),
  ],
}

function parseQuery<Query extends z.ZodType>(schema: Query, url: string): z.output<Query> {
  const parsed = schema.safeParse(Object.fromEntries(new URL(url).searchParams))
  if (parsed.success) return parsed.data
  throw new ApiError('invalid_input', { problem: parsed.error.issues[0]!.message })
}

function respondWithCsv(rows: Cell[][], name: string): Response {
  const text = rows.map((row) => `${row.map(toCsvCell).join(',')}\r\n`).join('')
  const headers = {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'private, no-store',
  }
  return new Response(text, { headers })
}

/**
 * Formats a value as RFC 4180 requires. A leading apostrophe keeps spreadsheets from running a title as a
 * formula.
 */
function toCsvCell(value: Cell): string {
  if (typeof value !== 'string') return `${value ?? ''}`
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
