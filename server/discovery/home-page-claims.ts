import type { HomePageClaims } from '#contract/discovery/home-page-claims.ts'
import { config } from '../platform/config.ts'
import { anonymousViewer } from '../platform/http/viewer.ts'
import { log } from '../platform/log.ts'
import { selectListedItems } from '#server/access-policy/items.ts'

/** What the home page says of itself: as written, until the real number is above the one that is claimed (ruling 20). */
export async function loadHomePageClaims(): Promise<HomePageClaims> {
  const { videos: claimed, quality, zeroToxicity } = config.claims
  const real = await countVideos(claimed)
  return {
    videos: real > claimed ? real.toLocaleString('en') : `${compact.format(claimed)}+`,
    quality,
    ...(config.ads && { ads: true as const }),
    zero_toxicity: zeroToxicity,
  }
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' })

/** So long a number is shown at least; and so many times as long as the counting took, so that it never takes more than a hundredth of the time. */
const minimumCacheMs = 60_000
const cacheTimeFactor = 100
let cachedCount = { count: 0, until: -Infinity }
let counting: Promise<number> | undefined

/** On a small site as it is. Above what is claimed it is not looked at that closely: the last number is shown while it is counted anew. */
async function countVideos(claimed: number): Promise<number> {
  if (cachedCount.count <= claimed) return refreshVideoCount()
  if (cachedCount.until < Date.now())
    refreshVideoCount().catch((error: Error) =>
      log.warn('the videos could not be counted', { error: error.message }),
    )
  return cachedCount.count
}

/** Who asks meanwhile waits for the same counting. */
function refreshVideoCount(): Promise<number> {
  counting ??= countListedVideos().finally(() => (counting = undefined))
  return counting
}

async function countListedVideos(): Promise<number> {
  const startedAt = performance.now()
  const { found } = await selectListedItems(anonymousViewer)
    .select((eb) => eb.fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow()
  const took = performance.now() - startedAt
  cachedCount = { count: Number(found), until: Date.now() + Math.max(minimumCacheMs, cacheTimeFactor * took) }
  return cachedCount.count
}
