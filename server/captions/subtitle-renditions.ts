import type { SubtitleRendition } from '#media/hls/master-playlist.ts'
import { captionTrackName } from '#server/content/content-captions.ts'
import { loadCaptionTracks } from './served-captions.ts'

/** Returns the captions of an item as the subtitle renditions of its master playlist. */
export async function loadSubtitleRenditions(contentId: string): Promise<SubtitleRendition[]> {
  const tracks = await loadCaptionTracks(contentId)
  return tracks.map(({ language, is_sdh, is_default, file_id }) => ({
    uri: `captions/${file_id}/index.m3u8`,
    language,
    name: captionTrackName(language, is_sdh),
    isSdh: is_sdh,
    isDefault: is_default,
  }))
}
