/** The requests that reach one cache. */
export interface CacheLoad {
  perSecond: number
  /** What is requested. The popularity of videos has a Zipf distribution with this exponent. */
  videos: number
  exponent: number
  /** How many objects each video has, such as segments, which are requested equally often. */
  objectsPerVideo: number
  keepSeconds: number
}

/**
 * Computes the share of requests that a cache answers. A cache keeps an object for a fixed time after it has fetched it,
 * so the hit rate of an object that is requested λ times per second is λT / (1 + λT).
 */
export function computeHitRate({
  perSecond,
  videos,
  exponent,
  objectsPerVideo,
  keepSeconds,
}: CacheLoad): number {
  let hits = 0
  for (const { count, share } of computePopularity(videos, exponent)) {
    const kept = ((perSecond * share) / objectsPerVideo) * keepSeconds
    hits += count * share * (kept / (1 + kept))
  }
  return hits
}

/**
 * Computes the shares of all requests that videos get, by a Zipf distribution. `share` is the share of each of `count`
 * videos. The ranks of a group differ by at most a twentieth, so that millions of videos are computed quickly.
 */
export function computePopularity(videos: number, exponent: number): { count: number; share: number }[] {
  const groups = []
  for (let from = 1; from <= videos;) {
    const to = Math.min(videos, Math.max(from, Math.floor(from * 1.05)))
    groups.push({ weight: Math.sqrt(from * to) ** -exponent, count: to - from + 1 })
    from = to + 1
  }
  const total = groups.reduce((sum, { count, weight }) => sum + count * weight, 0)
  return groups.map(({ count, weight }) => ({ count, share: weight / total }))
}
