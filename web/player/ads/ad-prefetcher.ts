import { type LinearAd, fetchVastAds } from './vast-ads.ts'

/** The timeout of an ad request in milliseconds, whether the ad is requested in advance or at the break. */
const searchTimeoutMs = 3000
/**
 * A prefetched ad is discarded at this age in milliseconds, because an ad server reserves an ad only for a
 * short time.
 */
const maxAdAgeMs = 30_000

/** Requests the ads before their break, so the video does not have to wait for them. */
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
     * Resolves to the prefetched ads, as soon as the pending request is complete. If nothing was prefetched,
     * requests the ads now and waits for them until the time `until`.
     */
    take(until: number): Promise<LinearAd[]> {
      const ads = isFresh() ? pending!.ads : search(until)
      pending = null
      return ads
    },
  }
}
