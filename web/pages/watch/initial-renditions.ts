import type { ContentDetail } from '#contract/content/content.ts'
import { type createApiClientFromContext, requestServicesContext } from '#web/api/request-context.ts'
import type { InitialRendition } from '#web/player/core/streaming/bandwidth.ts'
import { findStartSegments, type HlsVariant, parseHlsVariants } from './hls-playlist.ts'

type StartRenditionArgs = { request: Request } & Parameters<typeof createApiClientFromContext>[0]

/**
 * Returns up to three renditions with which playback can start: the lowest rendition for slow or unknown connections, and
 * better renditions for faster connections. The browser chooses one of them. The returned URLs belong to the media gateway
 * and are signed for this viewer. Each returned rendition contains the URLs of its playlist, its initialization section and
 * the segment at the start time. If no rendition can be determined, the returned list is empty, and the player loads the
 * stream in the usual way.
 */
export async function loadInitialRenditions(
  args: StartRenditionArgs,
  { stream_url }: ContentDetail,
): Promise<InitialRendition[]> {
  if (!stream_url) return []
  const { fetch } = args.context.get(requestServicesContext)
  const read = async (path: string) => {
    const response = await fetch(path, {})
    return response.ok ? response.text() : ''
  }
  const second = Number.parseFloat(new URL(args.request.url).searchParams.get('t') ?? '') || 0
  const variants = parseHlsVariants(await read(stream_url), stream_url)
  // The browser has to find out first whether it should play AV1 (player/core/streaming/av1/).
  if (variants.some(({ isAv1 }) => isAv1)) return []
  const chosen = chooseInitialRenditions(variants)
  const renditions = await Promise.all(
    chosen.map(async ({ path, bandwidth, codecs }) => ({
      bandwidth,
      codecs,
      ...findStartSegments(await read(path), path, second),
    })),
  )
  return renditions.filter(({ urls }) => urls.length > 0)
}

/**
 * Returns the lowest rendition. If better renditions allow playback to start quickly, also returns the best of them, and
 * one between these two. Not all renditions are returned, because each of them makes the page longer.
 */
export function chooseInitialRenditions(variants: readonly HlsVariant[]): HlsVariant[] {
  const ascending = variants.toSorted((a, b) => a.bandwidth - b.bandwidth)
  const best = ascending.findLast(isFastStartVariant)
  const middle = ascending.findLast(({ bandwidth }) => best && bandwidth <= best.bandwidth * middleShare)
  return [...new Set([ascending[0], middle, best])].filter((variant) => variant !== undefined)
}

/** The highest bitrate of the rendition in the middle, compared with that of the best one. */
const middleShare = 0.4

/**
 * Returns true if the bitrate of the rendition allows playback to start quickly on most connections. A
 * moderate quality is enough for the first segment, because the player can switch to a better rendition from
 * the second segment on.
 */
function isFastStartVariant({ bandwidth, height }: HlsVariant): boolean {
  return bandwidth <= 1_500_000 && height <= 480
}
