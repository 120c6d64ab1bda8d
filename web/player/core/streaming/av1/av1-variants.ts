import type { Hls } from 'hls.js/light'
import { chooseInitialRenditionUrls } from '../bandwidth.ts'
import { type Av1Heights, canUseAv1, checkAv1Support, disableAv1 } from './av1-support.ts'

const variantPattern = /^#EXT-X-STREAM-INF:(.*)\n(.+)\n?/gm

/** Returns whether a master playlist contains AV1 renditions. */
export function hasAv1(playlist: string): boolean {
  return playlist.includes('CODECS="av01')
}

/**
 * Removes the AV1 renditions from a master playlist unless this device should play them. hls.js would choose AV1
 * on every device that supports it, and would never switch back to H.264.
 */
export async function removeUnusableVariants(playlist: string): Promise<string> {
  await checkAv1Support()
  if (canUseAv1(getAv1Heights(playlist))) return playlist
  return playlist.replaceAll(variantPattern, (line, attributes: string) => (hasAv1(attributes) ? '' : line))
}

function getAv1Heights(playlist: string): Av1Heights {
  const variants = listVariants(playlist)
  const highest = (list: typeof variants) => Math.max(0, ...list.map(({ height }) => height))
  return { av1: highest(variants.filter((variant) => variant.isAv1)), video: highest(variants) }
}

function listVariants(playlist: string) {
  return [...playlist.matchAll(variantPattern)].map(([, attributes = '', uri = '']) => {
    const [, width = 0, height = 0] = /RESOLUTION=(\d+)x(\d+)/.exec(attributes) ?? []
    return {
      uri,
      isAv1: hasAv1(attributes),
      bandwidth: Number(/(?:^|,)BANDWIDTH=(\d+)/.exec(attributes)?.[1]),
      height: Math.min(Number(width), Number(height)),
    }
  })
}

/**
 * Chooses the rendition with which playback starts, and returns the URLs of its playlist, its initialization
 * section and its first segment. Prefers AV1. As on the server (`chooseInitialRenditions`), a moderate quality is
 * enough for the first segment.
 */
export function chooseStartUrls(playlist: string, address: string): readonly string[] {
  const variants = listVariants(playlist).filter(({ height }) => height > 0)
  const group = variants.filter(({ isAv1 }) => isAv1 === hasAv1(playlist))
  const lowest = group.toSorted((a, b) => a.bandwidth - b.bandwidth)[0]
  const suitable = group.filter(
    (variant) => variant === lowest || (variant.bandwidth <= 1_500_000 && variant.height <= 480),
  )
  return chooseInitialRenditionUrls(
    suitable.map(({ bandwidth, uri }) => {
      const rendition = new URL(uri, address)
      const files = ['init.mp4', 'seg_00001.m4s'].map((name) => new URL(name, rendition).href)
      return { bandwidth, urls: [rendition.href, ...files] }
    }),
  )
}

/** After a decoding error in AV1, removes the AV1 levels, so that playback continues in H.264. */
export function abandonAv1(hls: Hls): void {
  const level = hls.levels[hls.currentLevel] ?? hls.levels[hls.loadLevel]
  if (!level?.videoCodec?.startsWith('av01')) return
  disableAv1()
  for (let index = hls.levels.length - 1; index >= 0; index -= 1)
    if (hls.levels[index]!.videoCodec?.startsWith('av01')) hls.removeLevel(index)
}
