import { parseChapterLines, parseTimecode } from '#contract/content/chapter-rules.ts'
import type { Chapter } from '#contract/content/chapters.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'

/** A row in the chapter editor that contains the text typed by the creator. */
export interface ChapterRow {
  key: number
  time: string
  title: string
}

/** Sorts the chapter rows by time. Rows with an invalid time stay at the end. */
export function sortChapterRows(rows: ChapterRow[]): ChapterRow[] {
  const second = ({ time }: ChapterRow) => parseTimecode(time) ?? Infinity
  return rows.toSorted((a, b) => (second(a) === second(b) ? 0 : second(a) - second(b)))
}

export function formatChapterTime(row: ChapterRow): ChapterRow {
  const seconds = parseTimecode(row.time)
  return seconds === null ? row : { ...row, time: formatDuration(seconds) }
}

export function parseChapterRows(lines: string): ChapterRow[] {
  return parseChapterLines(lines).map(({ seconds, title }, key) => ({
    key,
    time: seconds < 0 ? '' : formatDuration(seconds),
    title,
  }))
}

/**
 * Formats the chapter rows as text with one chapter per line. Rows without a time or a title are kept, so the
 * server rejects the list and reports the error.
 */
export function formatChapterRows(rows: readonly ChapterRow[]): string {
  return rows.map(({ time, title }) => `${time.trim().replace(/\s/g, '') || '?'} ${title.trim()}`).join('\n')
}

/** Formats saved chapters as the text of the form field. */
export function formatChapterLines(chapters: readonly Chapter[] | null): string {
  return (chapters ?? []).map(({ seconds, title }) => `${formatDuration(seconds)} ${title}`).join('\n')
}
