import type { Hls } from 'hls.js/light'
import type { Av1Heights } from '../bandwidth.ts'
import { canUseAv1, checkAv1Support, disableAv1 } from './av1-support.ts'

const variantPattern = /^#EXT-X-STREAM-INF:(.*)\n(.+)\n?/gm

/**
 * Removes the AV1 renditions from a master playlist unless this device should play them. hls.js would choose AV1
 * on every device that supports it, and would never switch back to H.264. `start` is the URL of the playlist with
 * which playback starts, if it was prefetched. Playback then stays with the codec of this rendition.
 */
export async function removeUnusableVariants(
  playlist: string,
  address: string,
  start: string | undefined,
): Promise<string> {
  if (!playlist.includes('CODECS="av01')) return playlist
  await checkAv1Support()
  const started =
    start === undefined ? undefined : listVariants(playlist).find(({ uri }) => isSameUrl(uri, start, address))
  const heights = getAv1Heights(playlist)
  if (canUseAv1(heights) && started?.isAv1 !== false) return playlist
  return playlist.replaceAll(variantPattern, (line, attributes: string) => (isAv1(attributes) ? '' : line))
}

function getAv1Heights(playlist: string): Av1Heights {
  const variants = listVariants(playlist)
  const highest = (list: typeof variants) => Math.max(0, ...list.map(({ height }) => height))
  return { av1: highest(variants.filter((variant) => variant.isAv1)), video: highest(variants) }
}

function listVariants(playlist: string) {
  return [...playlist.matchAll(variantPattern)].map(([, attributes = '', uri = '']) => {
    const [, width = 0, height = 0] = /RESOLUTION=(\d+)x(\d+)/.exec(attributes) ?? []
    return { uri, isAv1: isAv1(attributes), height: Math.min(Number(width), Number(height)) }
  })
}

function isAv1(attributes: string): boolean {
  return attributes.includes('CODECS="av01')
}

function isSameUrl(uri: string, start: string, address: string): boolean {
  return new URL(uri, address).href === new URL(start, address).href
}

/** After a decoding error in AV1, removes the AV1 levels, so that playback continues in H.264. */
export function abandonAv1(hls: Hls): void {
  const level = hls.levels[hls.currentLevel] ?? hls.levels[hls.loadLevel]
  if (!level?.videoCodec?.startsWith('av01')) return
  disableAv1()
  for (let index = hls.levels.length - 1; index >= 0; index -= 1)
    if (hls.levels[index]!.videoCodec?.startsWith('av01')) hls.removeLevel(index)
}
