import type { Claims } from '#contract/claims.ts'
import { config } from '../platform/config.ts'
import { anonymous } from '../platform/http/viewer.ts'
import { listedItems } from '../safety/items.ts'

/** What the home page says of itself: as written, until the real number is above the one that is claimed (ruling 20). */
export async function claims(): Promise<Claims> {
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

/** Counting a large site takes tens of milliseconds, and its number is not looked at that closely: once a minute will do. */
const fresh = 60_000
let known = { count: 0, at: -Infinity }

async function countVideos(claimed: number): Promise<number> {
  if (known.count > claimed && Date.now() - known.at < fresh) return known.count
  const { count } = await listedItems(anonymous)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  known = { count: Number(count), at: Date.now() }
  return known.count
}
