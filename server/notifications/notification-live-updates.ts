import type { Member } from '../platform/http/viewer.ts'
import { openLiveUpdateStream } from '#server/access-policy/live-update-access.ts'

/**
 * Streams live updates of the viewer's notifications. The stream belongs to the user of the session, and ends
 * when the session ends.
 */
export function streamNotificationUpdates(
  viewer: Member,
  request: Request,
  address: string,
): Promise<Response> {
  return openLiveUpdateStream(viewer, { userId: viewer.id }, { request, address })
}
