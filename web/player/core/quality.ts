import { playerMessages } from '#web/messages/watch/player.ts'

/** `auto`; `saver` (auto, but never above 480p); or the short side of one rendition. */
export type QualityChoice = 'auto' | 'saver' | number

export const dataSaverMaxHeight = 480

export type QualityMenuEntry = { choice: QualityChoice; label: string }

/** "Auto (720p)", each height from the highest down, "Data saver". Empty if there is no choice. */
export function buildQualityMenu(
  heights: number[],
  playing: number | null,
  chosen: QualityChoice,
): QualityMenuEntry[] {
  if (!heights.length) return []
  const now = playing && chosen === 'auto' ? playerMessages.autoNow(playing) : playerMessages.auto
  return [
    { choice: 'auto', label: now },
    ...sortHeightsDescending(heights).map((height) => ({
      choice: height,
      label: playerMessages.height(height),
    })),
    { choice: 'saver', label: playerMessages.dataSaver },
  ]
}

/** The height that names a quality: the short side, so that a phone's 1080 × 1920 is 1080p too. */
export function getShortSide({ width, height }: { width: number; height: number }): number {
  return width && height ? Math.min(width, height) : height
}

/** The index of the best level (short sides, ascending) that is not higher; the lowest if all are higher. */
export function findLevelAtMost(levels: number[], height: number): number {
  return Math.max(
    0,
    levels.findLastIndex((level) => level <= height),
  )
}

export function sortHeightsDescending(heights: number[]) {
  return [...new Set(heights)].toSorted((a, b) => b - a)
}
