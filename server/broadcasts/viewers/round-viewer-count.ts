/**
 * Rounds the number of viewers down to 10, 20, 50, 100, 200, 500 and so on. Returns null below 10, so that the
 * number does not reveal whether a particular person is watching.
 */
export function roundViewerCount(viewers: number): number | null {
  if (viewers < 10) return null
  const step = 10 ** (String(viewers).length - 1)
  const leading = Math.floor(viewers / step)
  return step * (leading >= 5 ? 5 : leading >= 2 ? 2 : 1)
}
