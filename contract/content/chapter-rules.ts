import type { Chapter } from './chapters.ts'

export const chapterLimits = { min: 3, max: 100, minSeconds: 5, maxSeconds: 359_999, titleMax: 100 }

/**
 * Sorts custom chapters. Returns null if the chapters are not valid. `duration` is null while the upload is
 * unfinished.
 */
export function checkCustomChapters(chapters: readonly Chapter[], duration: number | null): Chapter[] | null {
  const sorted = chapters.toSorted((a, b) => a.seconds - b.seconds)
  const isTitled = sorted.every(({ title }) => title !== '' && [...title].length <= chapterLimits.titleMax)
  return sorted.length === 0 || (isTitled && areChaptersValid(sorted, duration)) ? sorted : null
}

/**
 * Whether sorted chapters are valid: at least three, the first at 0:00, and each at least 5 s long. The
 * length of the last chapter is checked only if the duration of the video is known.
 */
export function areChaptersValid(chapters: readonly Chapter[], duration: number | null): boolean {
  const { min, max, minSeconds } = chapterLimits
  return (
    chapters.length >= min &&
    chapters.length <= max &&
    chapters[0]!.seconds === 0 &&
    chapters.at(-1)!.seconds <= chapterLimits.maxSeconds &&
    chapters.every(
      ({ seconds }, at) => (chapters[at + 1]?.seconds ?? duration ?? Infinity) - seconds >= minSeconds,
    )
  )
}

// Matches a line that starts with a timestamp, such as `1:02:03 – Title` or `[1:02:03] Title`.
const chapterLine =
  /^\s*[([]?(?:(\d{1,2}):([0-5]\d)|(\d{1,3})):([0-5]\d)[)\]]?(?![\d:])[\s\p{Pd}|:.]*(\S.*?)\s*$/u

/** Parses `1:23`, `1:02:03` or a number of seconds. Returns null if the text has any other format. */
export function parseTimecode(text: string): number | null {
  const [, seconds] = /^\s*(\d{1,6})\s*$/.exec(text) ?? []
  if (seconds !== undefined) return Number(seconds)
  const [, hours = '0', minutes, onlyMinutes, rest] =
    /^\s*(?:(\d{1,2}):([0-5]?\d)|(\d{1,3})):([0-5]?\d)\s*$/.exec(text) ?? []
  if (rest === undefined) return null
  return Number(hours) * 3600 + Number(minutes ?? onlyMinutes) * 60 + Number(rest)
}

/**
 * Parses the chapters field of a form. Each line is one chapter, such as `1:23 Title`. A line without a
 * timestamp becomes an invalid chapter, so the server rejects the list instead of silently dropping the line.
 */
export function parseChapterLines(text: string): Chapter[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, time = '', title = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
      return { seconds: parseTimecode(time) ?? -1, title }
    })
}

/**
 * Reads chapters from the lines of a description that start with a timestamp. Returns an empty list if these
 * chapters are not valid.
 */
export function parseChapters(description: string, duration: number | null): Chapter[] {
  const chapters: Chapter[] = description.split('\n').flatMap((line) => {
    const [, hours = '0', minutes, onlyMinutes, seconds, title] = chapterLine.exec(line) ?? []
    if (title === undefined) return []
    const second = Number(hours) * 3600 + Number(minutes ?? onlyMinutes) * 60 + Number(seconds)
    return [{ seconds: second, title: [...title].slice(0, chapterLimits.titleMax).join('') }]
  })
  return areChaptersValid(chapters, duration) ? chapters : []
}

/**
 * Returns the custom chapters of a video. If the video has no custom chapters, returns the chapters in its
 * description.
 */
export function resolveChapters(
  custom: readonly Chapter[] | null,
  description: string,
  duration: number | null,
): Chapter[] {
  if (!custom) return parseChapters(description, duration)
  return areChaptersValid(custom, duration) ? [...custom] : []
}
