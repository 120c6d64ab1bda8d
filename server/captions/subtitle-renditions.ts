import type { SubtitleRendition } from '#media/hls/master-playlist.ts'
import { getCaptionTrackName } from '#server/content/content-captions.ts'
import { loadCaptionTracks } from './served-captions.ts'

/** Returns the captions of an item as the subtitle renditions of its master playlist. */
export async function loadSubtitleRenditions(contentId: string): Promise<SubtitleRendition[]> {
  const tracks = await loadCaptionTracks(contentId)
  return tracks.map((track) => ({
    uri: `captions/${track.file_id}/index.m3u8`,
    language: track.language,
    name: getCaptionTrackName(track),
    isSdh: track.is_sdh,
    isDefault: track.is_default,
  }))
}
