import type { OneContent } from '#contract/content.ts'
import { type apiOf, services } from '#web/api/context.ts'
import type { Beginning } from '#web/player/core/line.ts'
import { beginningOf, type Variant, variantsOf } from './playlist.ts'

type Args = { request: Request } & Parameters<typeof apiOf>[0]

/**
 * Where the film may begin, by the addresses at which the gateway gives it to this viewer: low, for a line that is slow or unknown,
 * and better; the browser chooses. Of each the rendition's playlist, its header, and the segment of the second it begins at.
 * Empty where that cannot be said: the player finds its own way.
 */
export async function beginningsOf(args: Args, { stream_url }: OneContent): Promise<Beginning[]> {
  if (!stream_url) return []
  const { fetch } = args.context.get(services)
  const read = async (path: string) => {
    const answer = await fetch(path, {})
    return answer.ok ? answer.text() : ''
  }
  const second = Number.parseFloat(new URL(args.request.url).searchParams.get('t') ?? '') || 0
  const chosen = candidates(variantsOf(await read(stream_url), stream_url))
  const beginnings = await Promise.all(
    chosen.map(async ({ path, bandwidth }) => ({
      bandwidth,
      urls: beginningOf(await read(path), path, second),
    })),
  )
  return beginnings.filter(({ urls }) => urls.length > 0)
}

/** The least there is, and the best of the modest ones, if that is another. */
export function candidates(variants: readonly Variant[]): Variant[] {
  const rising = variants.toSorted((a, b) => a.bandwidth - b.bandwidth)
  return [...new Set([rising[0], rising.findLast(isModest)])].filter((variant) => variant !== undefined)
}

/** What most lines carry, and what looks well until the next segment. */
function isModest({ bandwidth, height }: Variant): boolean {
  return bandwidth <= 1_500_000 && height <= 480
}
