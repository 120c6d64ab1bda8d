import type { Member } from '../platform/http/viewer.ts'
import { openLiveStream } from '#server/access-policy/live-access.ts'

/** Live updates of one's own bell. Whose it is comes from the session alone, and they end with it. */
export function streamNotificationUpdates(
  viewer: Member,
  request: Request,
  address: string,
): Promise<Response> {
  return openLiveStream(viewer, { userId: viewer.id }, { request, address })
}
