import type { Rendition } from './rendition.ts'

/** The master playlist over these renditions, lowest bandwidth first (RFC 8216 §4.3.4.2). */
export function masterPlaylist(renditions: readonly Rendition[]): string {
  const ascending = renditions.toSorted((a, b) => a.bandwidth - b.bandwidth)
  const independent = ascending.every((rendition) => rendition.independent)
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', ...(independent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : [])]
  return [...lines, ...ascending.flatMap(variant), ''].join('\n')
}

function variant(rendition: Rendition) {
  const attributes = [
    `BANDWIDTH=${rendition.bandwidth}`,
    `AVERAGE-BANDWIDTH=${rendition.average_bandwidth}`,
    `CODECS="${rendition.codecs}"`,
    `RESOLUTION=${rendition.width}x${rendition.height}`,
    `FRAME-RATE=${rendition.frame_rate.toFixed(3)}`,
  ]
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rendition.name}/index.m3u8`]
}
