import type { OneContent } from '#contract/content.ts'
import { type apiOf, services } from '#web/api/context.ts'
import { beginningOf, type Variant, variantsOf } from './playlist.ts'

type Args = { request: Request } & Parameters<typeof apiOf>[0]

/**
 * What the player asks for first, by the addresses at which the gateway gives it to this viewer: the playlist of the rendition to begin with, its header,
 * the segment where it begins. Empty where that cannot be said: the player finds its own way.
 */
export async function firstOf(args: Args, { stream_url }: OneContent): Promise<string[]> {
  if (!stream_url) return []
  const { fetch } = args.context.get(services)
  const read = async (path: string) => {
    const answer = await fetch(path, {})
    return answer.ok ? answer.text() : ''
  }
  const variant = begin(variantsOf(await read(stream_url), stream_url))
  if (!variant) return []
  const second = Number.parseFloat(new URL(args.request.url).searchParams.get('t') ?? '') || 0
  return beginningOf(await read(variant.path), variant.path, second)
}

/** The best of the modest ones, or the least there is. */
export function begin(variants: readonly Variant[]): Variant | undefined {
  const rising = variants.toSorted((a, b) => a.bandwidth - b.bandwidth)
  return rising.findLast(isModest) ?? rising[0]
}

/** What nearly everybody's line carries, and what looks well until the next segment. */
function isModest({ bandwidth, height }: Variant): boolean {
  return bandwidth <= 1_500_000 && height <= 480
}
