import type { Member } from '../platform/http/viewer.ts'
import { openLiveStream } from '#server/access-policy/live-access.ts'

/**
 * Streams live updates of the viewer's notifications. The user comes from the session alone, and the stream
 * ends with it.
 */
export function streamNotificationUpdates(
  viewer: Member,
  request: Request,
  address: string,
): Promise<Response> {
  return openLiveStream(viewer, { userId: viewer.id }, { request, address })
}
