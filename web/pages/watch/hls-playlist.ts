import type { InitialRendition } from '#web/player/core/streaming/bandwidth.ts'

/** One quality level of a video, as listed in the video's master playlist. */
export interface HlsVariant {
  path: string
  /** The peak bitrate of this quality level, in bits per second. */
  bandwidth: number
  /** The codecs of this quality level, for example `avc1.4d400c,mp4a.40.2`. */
  codecs: string
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
    const codecs = /(?:^|,)CODECS="([^"]*)"/.exec(about)?.[1] ?? ''
    const isAv1 = codecs.startsWith('av01')
    return [{ path: resolvePath(name, address), bandwidth, codecs, height: Math.min(width, height), isAv1 }]
  })
}

/** The most segments that are played before hls.js has loaded: about half a minute. */
const maxStartSegments = 8

/**
 * Returns the URLs that a player requests first: the playlist, its initialization section (`EXT-X-MAP`), and the
 * segment that contains the playback position `second`. Also returns the segments from this position on, each with
 * the position at which it ends, in seconds, but never the last segment of the video.
 */
export function findStartSegments(
  playlist: string,
  address: string,
  second: number,
): Pick<InitialRendition, 'urls' | 'firstSegmentSeconds' | 'segments'> {
  const init = /^#EXT-X-MAP:URI="([^"]+)"/m.exec(playlist)?.[1]
  let end = 0
  const all = [...playlist.matchAll(/^#EXTINF:([\d.]+).*\n(?:#.*\n)*(.+)$/gm)].map(([, seconds, name]) => ({
    url: resolvePath(name!, address),
    end: (end += Number(seconds)),
  }))
  const at = all.findIndex((segment) => segment.end > second)
  if (!init || at < 0) return { urls: [], firstSegmentSeconds: 0, segments: [] }
  return {
    urls: [address, resolvePath(init, address), all[at]!.url],
    firstSegmentSeconds: all[at]!.end - (all[at - 1]?.end ?? 0),
    segments: all.slice(at, -1).slice(0, maxStartSegments),
  }
}

function resolvePath(name: string, address: string): string {
  return new URL(name, new URL(address, 'http://here')).pathname
}
