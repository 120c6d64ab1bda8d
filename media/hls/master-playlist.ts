import type { Rendition } from './rendition.ts'

/**
 * Builds the master playlist of these renditions, lowest bandwidth first (RFC 8216bis §4.4.6.2). Some players
 * start with the first entry, so the audio-only rendition comes last. The audio-only entry has neither
 * RESOLUTION nor FRAME-RATE.
 */
export function buildMasterPlaylist(renditions: readonly Rendition[]): string {
  const ascending = renditions.toSorted(
    (a, b) => Number(hasVideoTrack(b)) - Number(hasVideoTrack(a)) || a.bandwidth - b.bandwidth,
  )
  const independent = ascending.every((rendition) => rendition.independent)
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', ...(independent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : [])]
  return [...lines, ...ascending.flatMap(variantLines), ''].join('\n')
}

function variantLines(rendition: Rendition) {
  const attributes = [
    `BANDWIDTH=${rendition.bandwidth}`,
    `AVERAGE-BANDWIDTH=${rendition.average_bandwidth}`,
    `CODECS="${rendition.codecs}"`,
    ...(hasVideoTrack(rendition)
      ? [`RESOLUTION=${rendition.width}x${rendition.height}`, `FRAME-RATE=${rendition.frame_rate.toFixed(3)}`]
      : []),
  ]
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rendition.name}/index.m3u8`]
}

export function hasVideoTrack({ height }: Pick<Rendition, 'height'>): boolean {
  return height > 0
}
