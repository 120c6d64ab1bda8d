/** One quality level of a video, as listed in the video's master playlist. */
export interface HlsVariant {
  path: string
  /** The peak bitrate of this quality level, in bits per second. */
  bandwidth: number
  /** The length of the shorter side of the picture, in pixels. */
  height: number
  isAv1: boolean
}

/**
 * Parses the variant streams in a master playlist (RFC 8216bis §4.4.6.2). The parser supports only playlists
 * that this server has generated.
 */
export function parseHlsVariants(master: string, address: string): HlsVariant[] {
  return [...master.matchAll(/^#EXT-X-STREAM-INF:(.*)\n(.+)$/gm)].flatMap(([, about = '', name = '']) => {
    const [width, height] = (/RESOLUTION=(\d+)x(\d+)/.exec(about) ?? []).slice(1).map(Number)
    if (!width || !height) return []
    const bandwidth = Number(/(?:^|,)BANDWIDTH=(\d+)/.exec(about)?.[1])
    const isAv1 = about.includes('CODECS="av01')
    return [{ path: resolvePath(name, address), bandwidth, height: Math.min(width, height), isAv1 }]
  })
}

/**
 * Returns three URLs: the playlist, its initialization section (`EXT-X-MAP`), and the segment that contains
 * the playback position `second`.
 */
export function findFirstSegmentUrls(playlist: string, address: string, second: number): string[] {
  const init = /^#EXT-X-MAP:URI="([^"]+)"/m.exec(playlist)?.[1]
  let end = 0
  const segment = [...playlist.matchAll(/^#EXTINF:([\d.]+).*\n(?:#.*\n)*(.+)$/gm)].find(
    ([, seconds]) => (end += Number(seconds)) > second,
  )
  if (!init || !segment) return []
  return [address, resolvePath(init, address), resolvePath(segment[2]!, address)]
}

function resolvePath(name: string, address: string): string {
  return new URL(name, new URL(address, 'http://here')).pathname
}
