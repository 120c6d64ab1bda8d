import { playerMessages } from '#web/messages/watch/player.ts'

/** The chosen quality: `auto`, `saver` (auto up to 480p), or the shorter side of one rendition. */
export type QualityChoice = 'auto' | 'saver' | number

export const dataSaverMaxHeight = 480

export type QualityMenuEntry = { choice: QualityChoice; label: string }

/**
 * Builds the quality menu: Auto (with the current height if Auto is selected), each available height in
 * descending order, and the data saver. Returns an empty list if no heights are available.
 */
export function buildQualityMenu(
  heights: number[],
  playing: number | null,
  chosen: QualityChoice,
): QualityMenuEntry[] {
  if (!heights.length) return []
  const now = playing && chosen === 'auto' ? playerMessages.autoNow({ height: playing }) : playerMessages.auto
  return [
    { choice: 'auto', label: now },
    ...sortHeightsDescending(heights).map((height) => ({
      choice: height,
      label: playerMessages.height({ height }),
    })),
    { choice: 'saver', label: playerMessages.dataSaver },
  ]
}

/**
 * Returns the length of a picture's shorter side, in pixels. A quality is named after the shorter side, so a
 * portrait video of 1080 × 1920 is also called 1080p.
 */
export function getShorterVideoSide({ width, height }: { width: number; height: number }): number {
  return width && height ? Math.min(width, height) : height
}

/**
 * Returns the index of the highest level that does not exceed `height`. If every level exceeds `height`,
 * returns the index of the lowest level. The levels are the shorter sides of the renditions, in ascending
 * order.
 */
export function findHighestLevelUpToHeight(levels: number[], height: number): number {
  return Math.max(
    0,
    levels.findLastIndex((level) => level <= height),
  )
}

export function sortHeightsDescending(heights: number[]) {
  return [...new Set(heights)].toSorted((a, b) => b - a)
}
