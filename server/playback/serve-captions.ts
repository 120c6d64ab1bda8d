import { ApiError } from '#contract/errors/api-error.ts'
import {
  buildCaptionPlaylist,
  buildCaptionSegment,
  countCaptionSegments,
} from '#media/captions/caption-segments.ts'
import { serializeWebVtt } from '#media/captions/serialize-captions.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { loadMaskedCues } from '#server/captions/served-captions.ts'
import { respondWithImmutableText, respondWithPlaylist } from './media-response.ts'
import type { PlayableItem } from './playback-access.ts'

const uuid = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`
const captionPath = new RegExp(
  String.raw`^captions\/(${uuid})(?:\.vtt|\/(?:index\.m3u8|([1-9]\d{0,5})\.vtt))$`,
)

/**
 * Serves the captions of an item that the viewer may play: one WebVTT file for the site's player, and a
 * playlist with segments for HLS. The files are generated from the stored text on each request.
 */
export async function respondWithCaptions(
  { contentId, isPublic }: PlayableItem,
  path: string,
  request: Request,
): Promise<Response> {
  const [, fileId, segment] = captionPath.exec(path) ?? []
  const cues = fileId === undefined ? null : await loadMaskedCues(contentId, fileId)
  if (!cues) throw new ApiError('content_not_found')
  const respond = (text: string) => respondWithImmutableText(text, { type: 'vtt', isPublic }, request)
  if (path.endsWith(`${fileId}.vtt`)) return respond(serializeWebVtt(cues))
  const duration = await loadDuration(contentId)
  // The caption playlist contains the duration of the video, so the playlist changes if the file of the video
  // is replaced.
  if (segment === undefined) return respondWithPlaylist(buildCaptionPlaylist(duration), { isPublic }, request)
  if (Number(segment) > countCaptionSegments(duration)) throw new ApiError('content_not_found')
  return respond(buildCaptionSegment(cues, Number(segment)))
}

async function loadDuration(contentId: string): Promise<number> {
  const row = await selectItemsWithoutAccessCheck()
    .select('duration_seconds')
    .where('id', '=', contentId)
    .executeTakeFirst()
  return row?.duration_seconds ?? 0
}
