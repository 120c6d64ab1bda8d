import type { ContentDetail } from '#contract/content/content.ts'
import { type createApiClient, requestServices } from '#web/api/request-services.ts'
import type { StartRendition } from '#web/player/core/streaming/bandwidth.ts'
import { findStartUrls, type HlsVariant, parseHlsVariants } from './hls-playlist.ts'

type StartRenditionArgs = { request: Request } & Parameters<typeof createApiClient>[0]

/**
 * The renditions that playback may start with, as signed gateway URLs for this viewer: a low one, for
 * slow or unknown connections, and a better one; the browser chooses. Each has its playlist, its
 * header, and the segment that contains the start time. Empty if that cannot be determined; the
 * player then finds its own way.
 */
export async function loadStartRenditions(
  args: StartRenditionArgs,
  { stream_url }: ContentDetail,
): Promise<StartRendition[]> {
  if (!stream_url) return []
  const { fetch } = args.context.get(requestServices)
  const read = async (path: string) => {
    const answer = await fetch(path, {})
    return answer.ok ? answer.text() : ''
  }
  const second = Number.parseFloat(new URL(args.request.url).searchParams.get('t') ?? '') || 0
  const chosen = chooseStartVariants(parseHlsVariants(await read(stream_url), stream_url))
  const renditions = await Promise.all(
    chosen.map(async ({ path, bandwidth }) => ({
      bandwidth,
      urls: findStartUrls(await read(path), path, second),
    })),
  )
  return renditions.filter(({ urls }) => urls.length > 0)
}

/** The lowest rendition, and the best of the fast-starting ones if it differs. */
export function chooseStartVariants(variants: readonly HlsVariant[]): HlsVariant[] {
  const ascending = variants.toSorted((a, b) => a.bandwidth - b.bandwidth)
  return [...new Set([ascending[0], ascending.findLast(isFastStartVariant)])].filter(
    (variant) => variant !== undefined,
  )
}

/** Whether most connections can stream it and it looks good until the next segment. */
function isFastStartVariant({ bandwidth, height }: HlsVariant): boolean {
  return bandwidth <= 1_500_000 && height <= 480
}
