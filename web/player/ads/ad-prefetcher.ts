import { type LinearAd, fetchVastAds } from './vast-ads.ts'

/** Milliseconds that a request may take, whether made in advance or at the break. */
const searchTimeoutMs = 3000
/** Milliseconds after which a prefetched ad is discarded: ad servers sell a moment. */
const maxAdAgeMs = 30_000

/** Requests ads before their break, so that the video does not have to wait. */
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
    /** The prefetched ads, waiting for a pending request until `until`. */
    take(until: number): Promise<LinearAd[]> {
      const ads = isFresh() ? found!.ads : search(until)
      found = null
      return ads
    },
  }
}
