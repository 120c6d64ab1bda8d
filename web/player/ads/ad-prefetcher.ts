import { type LinearAd, fetchVastAds } from './vast-ads.ts'

/** The timeout for prefetching ads, in milliseconds. */
const searchTimeoutMs = 3000
/** The maximum age of a prefetched ad, in milliseconds. An ad server reserves an ad only for a short time. */
const maxAdAgeMs = 30_000

/** Requests ads before the ad break, so the video does not have to wait for them. */
export function createAdPrefetcher(tag: string, signal: AbortSignal) {
  let pending: { ads: Promise<LinearAd[]>; at: number } | null = null
  const isFresh = () => pending !== null && performance.now() - pending.at < maxAdAgeMs
  const search = (until: number) => {
    const inTime = AbortSignal.timeout(Math.max(0, until - performance.now()))
    return fetchVastAds(tag, AbortSignal.any([signal, inTime]))
  }
  return {
    look() {
      if (isFresh()) return
      pending = { ads: search(performance.now() + searchTimeoutMs), at: performance.now() }
      pending.ads.catch(() => {})
    },
    /**
     * Returns the prefetched ads once the pending request is complete. If there are no prefetched ads, or if
     * they are too old, requests ads now. The deadline for this request is `until`.
     */
    take(until: number): Promise<LinearAd[]> {
      const ads = isFresh() ? pending!.ads : search(until)
      pending = null
      return ads
    },
  }
}
