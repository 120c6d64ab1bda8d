import { formatNumber } from '#i18n/formats.ts'
import type { MarketingClaims } from '#contract/discovery/marketing-claims.ts'
import { config } from '../platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { anonymousViewer } from '../platform/http/viewer.ts'
import { log } from '../platform/log.ts'
import { selectListedItems } from '#server/access-policy/content-queries.ts'

/**
 * Returns the numbers that the home page advertises. The video count is the actual count or the configured
 * number, whichever is larger.
 */
export async function loadMarketingClaims(): Promise<MarketingClaims> {
  const claimed = getSetting('claim_videos')
  const real = await countVideos(claimed)
  return {
    videos: real > claimed ? formatNumber(real) : `${formatNumber(claimed, { notation: 'compact' })}+`,
    quality: getSetting('claim_quality'),
    ...(config.ads && { ads: true as const }),
    zero_toxicity: getSetting('claim_zero_toxicity'),
  }
}

/**
 * The count is cached for 100 times as long as it took to compute, so even a site with many videos spends at most 1%
 * of its time on counting. A count that the home page shows is cached for at least a minute.
 */
const cacheTimeFactor = 100
const minimumCacheMs = 60_000
let cachedCount = { count: 0, elapsed: 0, at: -Infinity }
let counting: Promise<number> | undefined

/**
 * Returns the number of videos for the home page. If the cached count is higher than the configured number
 * (`claimed`), returns the cached count. If this count has expired, also counts the videos again in the
 * background. If the cached count is not higher than `claimed` and has expired, counts the videos again and returns
 * the new count.
 */
async function countVideos(claimed: number): Promise<number> {
  const { count, elapsed, at } = cachedCount
  const isShown = count > claimed
  const hasExpired = Date.now() > at + Math.max(isShown ? minimumCacheMs : 0, cacheTimeFactor * elapsed)
  if (!hasExpired) return count
  if (!isShown) return refreshVideoCount()
  refreshVideoCount().catch((error: Error) =>
    log.warn('the videos could not be counted', { error: error.message }),
  )
  return count
}

/** Counts the videos again. Concurrent callers share one query. */
function refreshVideoCount(): Promise<number> {
  counting ??= countListedVideos().finally(() => (counting = undefined))
  return counting
}

async function countListedVideos(): Promise<number> {
  const startedAt = performance.now()
  const { found } = await selectListedItems(anonymousViewer)
    .select((eb) => eb.fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow()
  cachedCount = { count: Number(found), elapsed: performance.now() - startedAt, at: Date.now() }
  return cachedCount.count
}
