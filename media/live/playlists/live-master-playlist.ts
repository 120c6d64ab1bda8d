import { buildMasterPlaylist } from '../../hls/master-playlist.ts'
import { livePartSeconds, type LiveInit } from '../live-events.ts'
import { listVisibleSegments, type LivePlaylistView } from './live-playlist-view.ts'

/** A rendition in the multivariant playlist. Its playlist is `<rendition>/index.m3u8`. */
export type LiveVariant = Pick<LiveInit, 'rendition' | 'codecs' | 'width' | 'height'> & {
  view: LivePlaylistView
}

// The lowest bandwidths that the playlist declares. The low rendition's value is its encoder's maximum
// bitrate plus container overhead. The source's value is higher, so that the source ranks above the low
// rendition even if it starts with a still picture.
const minBandwidths = { low: 900_000, source: 1_500_000 }

/**
 * Builds the multivariant playlist of a broadcast (RFC 8216bis §4.4.6.2). Bandwidths are measured from the
 * visible segments.
 */
export function buildLiveMasterPlaylist(variants: readonly LiveVariant[]): string {
  return buildMasterPlaylist(
    variants.map(({ rendition, codecs, width, height, view }) => {
      const segments = listVisibleSegments(view).filter(({ duration }) => duration >= livePartSeconds)
      const sizes = segments.map(({ parts }) => parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
      const rates = segments.map(({ duration }, at) => (8 * sizes[at]!) / duration)
      const seconds = segments.reduce((sum, { duration }) => sum + duration, 0)
      const average = Math.ceil(seconds > 0 ? (8 * sizes.reduce((sum, size) => sum + size, 0)) / seconds : 0)
      const bandwidth = Math.ceil(
        rates.reduce((most, rate) => Math.max(most, rate), minBandwidths[rendition]),
      )
      return {
        name: rendition,
        codecs,
        width,
        height,
        frame_rate: 0,
        bandwidth,
        average_bandwidth: average || bandwidth,
        independent: segments.every(({ parts }) => parts[0]!.independent),
      }
    }),
  )
}
