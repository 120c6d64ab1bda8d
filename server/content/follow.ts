import { Refusal } from '#contract/refusals.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { listen } from '../safety/listen.ts'
import { visibleContent } from './one.ts'

/** Live updates of an item: comments, counts, new renditions; for its owner also the progress of processing. */
export async function followContent(
  viewer: Viewer,
  id: string,
  request: Request,
  address: string,
): Promise<Response> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Refusal('content_not_found')
  const { user_id: ownerId } = await visibleContent(viewer, id)
  const isOwner = viewer.kind === 'member' && viewer.id === ownerId
  return listen(
    viewer,
    { contentId: id, ownerId },
    { request, address, isFor: ({ name }) => name !== 'stream' || isOwner },
  )
}
