import { deleteBlock, deleteMute, putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import {
  approveFollow,
  declineFollow,
  deleteFollow,
  putFollow,
  removeFollower,
} from '#contract/people/follows.ts'
import { putNewVideoNotifications } from '#contract/people/new-video-notifications.ts'
import type { createApiClientFromContext } from '#web/api/request-context.ts'

const endpointByIntent = {
  follow: putFollow,
  unfollow: deleteFollow,
  approve: approveFollow,
  decline: declineFollow,
  remove: removeFollower,
  block: putBlock,
  unblock: deleteBlock,
  mute: putMute,
  unmute: deleteMute,
}

const newVideoNotificationsByIntent = { 'notify-all': 'all', 'notify-none': 'none' } as const

/**
 * Handles the forms that change the viewer's relationship with another person, for example by following or
 * blocking that person, or by turning on notifications about their videos. Each form that changes a
 * relationship has the fields `intent` and `person`. Returns false if the form does not change a
 * relationship.
 */
export async function handleRelationshipAction(
  api: ReturnType<typeof createApiClientFromContext>,
  form: FormData,
): Promise<boolean> {
  const intent = form.get('intent')
  const id = form.get('person')
  if (typeof intent !== 'string' || typeof id !== 'string') return false
  if (Object.hasOwn(newVideoNotificationsByIntent, intent)) {
    const new_videos = newVideoNotificationsByIntent[intent as keyof typeof newVideoNotificationsByIntent]
    await api(putNewVideoNotifications, { params: { id }, body: { new_videos } })
    return true
  }
  if (!Object.hasOwn(endpointByIntent, intent)) return false
  const endpoint: (typeof endpointByIntent)[keyof typeof endpointByIntent] =
    endpointByIntent[intent as keyof typeof endpointByIntent]
  await api(endpoint, { params: { id } })
  return true
}
