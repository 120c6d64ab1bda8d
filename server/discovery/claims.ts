import type { Claims } from '#contract/claims.ts'
import { config } from '../platform/config.ts'
import { anonymous } from '../platform/http/viewer.ts'
import { log } from '../platform/log.ts'
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

/** So long a number is shown at least; and so many times as long as the counting took, so that it never takes more than a hundredth of the time. */
const fresh = 60_000
const rest = 100
let known = { count: 0, until: -Infinity }
let counting: Promise<number> | undefined

/** On a small site as it is. Above what is claimed it is not looked at that closely: the last number is shown while it is counted anew. */
async function countVideos(claimed: number): Promise<number> {
  if (known.count <= claimed) return count()
  if (known.until < Date.now())
    count().catch((error: Error) => log.warn('the videos could not be counted', { error: error.message }))
  return known.count
}

/** Who asks meanwhile waits for the same counting. */
function count(): Promise<number> {
  counting ??= countListed().finally(() => (counting = undefined))
  return counting
}

async function countListed(): Promise<number> {
  const startedAt = performance.now()
  const { found } = await listedItems(anonymous)
    .select((eb) => eb.fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow()
  const took = performance.now() - startedAt
  known = { count: Number(found), until: Date.now() + Math.max(fresh, rest * took) }
  return known.count
}
