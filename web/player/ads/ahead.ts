import { type Ad, findAds } from './find.ts'

/** Milliseconds that a search may take, ahead of a break or at it. */
const patience = 3000
/** Milliseconds after which what was found is no longer used: ad servers sell a moment. */
const fresh = 30_000

/** Looks for ads ahead of their break, so that the video does not stand still for it. */
export function createAhead(tag: string, left: AbortSignal) {
  let found: { ads: Promise<Ad[]>; at: number } | null = null
  const isFresh = () => found !== null && performance.now() - found.at < fresh
  const search = (until: number) => {
    const inTime = AbortSignal.timeout(Math.max(0, until - performance.now()))
    return findAds(tag, AbortSignal.any([left, inTime]))
  }
  return {
    look() {
      if (isFresh()) return
      found = { ads: search(performance.now() + patience), at: performance.now() }
      found.ads.catch(() => {})
    },
    /** What was found, or is found until then. */
    take(until: number): Promise<Ad[]> {
      const ads = isFresh() ? found!.ads : search(until)
      found = null
      return ads
    },
  }
}
