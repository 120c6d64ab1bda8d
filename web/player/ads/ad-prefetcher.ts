import { type LinearAd, fetchVastAds } from './vast-ads.ts'

/** Milliseconds that a search may take, ahead of a break or at it. */
const searchTimeoutMs = 3000
/** Milliseconds after which what was found is no longer used: ad servers sell a moment. */
const maxAdAgeMs = 30_000

/** Looks for ads ahead of their break, so that the video does not stand still for it. */
export function createAdPrefetcher(tag: string, left: AbortSignal) {
  let found: { ads: Promise<LinearAd[]>; at: number } | null = null
  const isFresh = () => found !== null && performance.now() - found.at < maxAdAgeMs
  const search = (until: number) => {
    const inTime = AbortSignal.timeout(Math.max(0, until - performance.now()))
    return fetchVastAds(tag, AbortSignal.any([left, inTime]))
  }
  return {
    look() {
      if (isFresh()) return
      found = { ads: search(performance.now() + searchTimeoutMs), at: performance.now() }
      found.ads.catch(() => {})
    },
    /** What was found, or is found until then. */
    take(until: number): Promise<LinearAd[]> {
      const ads = isFresh() ? found!.ads : search(until)
      found = null
      return ads
    },
  }
}
