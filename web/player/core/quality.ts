import { words } from '#web/words/player.ts'

/** auto; saver: auto, but never above 480p; or the short side of one rendition. */
export type QualityChoice = 'auto' | 'saver' | number

export const saverCap = 480

export type QualityEntry = { choice: QualityChoice; label: string }

/** "Auto (720p)", each height from the highest down, "Data saver". Empty when there is nothing to choose from. */
export function qualityMenu(
  heights: number[],
  playing: number | null,
  chosen: QualityChoice,
): QualityEntry[] {
  if (!heights.length) return []
  const now = playing && chosen === 'auto' ? words.autoNow(playing) : words.auto
  return [
    { choice: 'auto', label: now },
    ...descending(heights).map((height) => ({ choice: height, label: words.height(height) })),
    { choice: 'saver', label: words.dataSaver },
  ]
}

/** The quality a picture is called by: its short side, so that a phone's 1080 × 1920 is 1080p too. */
export function shortSide({ width, height }: { width: number; height: number }): number {
  return width && height ? Math.min(width, height) : height
}

/** Which of the levels (short sides, ascending) is the best that is no higher; the lowest if all are higher. */
export function levelAtMost(levels: number[], height: number): number {
  return Math.max(
    0,
    levels.findLastIndex((level) => level <= height),
  )
}

export function descending(heights: number[]) {
  return [...new Set(heights)].toSorted((a, b) => b - a)
}
