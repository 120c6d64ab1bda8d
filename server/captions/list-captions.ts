import type { listCaptions } from '#contract/content/captions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { contentCaptionsSql, presentCaptionTrack } from '#server/content/content-captions.ts'
import { selectItemsWithViewablePage } from '#server/access-policy/content-queries.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/**
 * Lists the captions of a video, if the viewer may open its page. The owner also sees the captions before the
 * video is playable. The captions of a removed video are not listed, because its media is no longer served.
 */
export async function listContentCaptions(
  viewer: Viewer,
  id: string,
): Promise<ResponseOf<typeof listCaptions>> {
  const row = await selectItemsWithViewablePage(viewer)
    .select(['content.playback_id', 'content.moderation', contentCaptionsSql.as('captions')])
    .where('content.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  const isTakenDown = row.moderation === 'removed' || row.moderation === 'quarantined'
  return { items: isTakenDown ? [] : row.captions.map((one) => presentCaptionTrack(one, row.playback_id!)) }
}
