import type { listCaptions } from '#contract/content/captions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { captionsOfItem, presentCaptionTrack } from '#server/content/content-captions.ts'
import { selectOwnItems, selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { type Viewer, viewerIdOf } from '../platform/http/viewer.ts'

/** Lists the captions of a video that the viewer may watch, or that is the viewer's own. */
export async function listContentCaptions(
  viewer: Viewer,
  id: string,
): Promise<ResponseOf<typeof listCaptions>> {
  const load = (query: ReturnType<typeof selectWatchableItems>) =>
    query
      .select(['content.playback_id', captionsOfItem.as('captions')])
      .where('content.id', '=', id)
      .executeTakeFirst()
  const row =
    (await load(selectWatchableItems(viewer))) ??
    (viewer.kind === 'member' ? await load(selectOwnItems(viewerIdOf(viewer))) : undefined)
  if (!row) throw new ApiError('content_not_found')
  return { items: row.captions.map((track) => presentCaptionTrack(track, row.playback_id!)) }
}
