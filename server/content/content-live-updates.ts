import { ApiError } from '#contract/errors/api-error.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { openLiveUpdateStream } from '#server/access-policy/live-update-access.ts'
import { requireVisibleContent } from './get-content.ts'
import { isUuid } from '#server/platform/uuid.ts'

/**
 * Streams live updates of an item: comments, chat messages, counts and new renditions. The owner also receives
 * the processing progress, and chat messages that await the owner's approval.
 */
export async function streamContentUpdates(
  viewer: Viewer,
  id: string,
  request: Request,
  address: string,
): Promise<Response> {
  if (!isUuid(id)) throw new ApiError('content_not_found')
  const { user_id: ownerId } = await requireVisibleContent(viewer, id)
  const isOwner = viewer.kind === 'member' && viewer.id === ownerId
  return openLiveUpdateStream(
    viewer,
    { contentId: id, ownerId },
    { request, address, isRelevant: ({ name }) => isOwner || (name !== 'stream' && name !== 'chat_held') },
  )
}
