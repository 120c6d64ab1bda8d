import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'

const { retentionPoints } = analyticsLimits

/** Returns one bit per hundredth of a video from 25 hexadecimal digits. The first bit is the beginning. */
export function parseRetentionBitmap(played: string): number[] {
  const bits = BigInt(`0x${played}`).toString(2).padStart(retentionPoints, '0')
  return Array.from(bits, Number)
}

/**
 * Returns the hundredths of `played` that are not in `earlier`. Returns null if `played` does not include all
 * of `earlier`.
 */
export function subtractRetentionBitmap(played: string, earlier: string | null): number[] | null {
  const [all, known] = [BigInt(`0x${played}`), BigInt(`0x${earlier ?? '0'}`)]
  if ((all & known) !== known) return null
  return parseRetentionBitmap((all ^ known).toString(16))
}
