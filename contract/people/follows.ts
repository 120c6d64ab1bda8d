import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { pageSizeLimits } from '../limits.ts'

/**
 * Whether one person follows another. `pending` means that the other person has not answered the follow
 * request yet.
 */
export const FollowState = z.enum(['none', 'pending', 'approved'])
export type FollowState = z.output<typeof FollowState>

/** Whether a follower gets a notification about every new video, or about none. */
export const NewVideoNotifications = z.enum(['all', 'none'])
export type NewVideoNotifications = z.output<typeof NewVideoNotifications>

/** A person in one of the signed-in user's lists, such as followers or blocked users. */
const PersonListItem = z.object({
  user_id: Id,
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  since: Timestamp,
})
export type PersonListItem = z.output<typeof PersonListItem>

const FollowRequester = PersonListItem.extend({
  adult: z.boolean().meta({ description: 'Whether the requester is 18 or 19. Set only for users under 18.' }),
})
export type FollowRequester = z.output<typeof FollowRequester>

const tag = 'Following'
const params = z.object({ id: z.uuid('creator_not_found') })
export const followListQuerySchema = z.strictObject({
  cursor: Cursor.optional(),
  limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
})
export const PeopleListPage = z.object({
  items: z.array(PersonListItem),
  next_cursor: Cursor.nullable(),
  total: z.int(),
})

export const putFollow = defineEndpoint({
  method: 'PUT',
  path: '/api/profiles/id/{id}/follow',
  summary: 'Follows a user, or sends a follow request. Repeated requests have no further effect.',
  tag,
  params,
  response: z.object({ state: FollowState }),
})

export const deleteFollow = defineEndpoint({
  method: 'DELETE',
  path: '/api/profiles/id/{id}/follow',
  summary: 'Unfollows a user, or withdraws the follow request.',
  tag,
  params,
  response: z.object({ state: FollowState }),
})

export const listFollowRequests = defineEndpoint({
  method: 'GET',
  path: '/api/me/follow-requests',
  summary: 'Lists your follow requests, newest first.',
  tag,
  query: followListQuerySchema,
  response: z.object({ items: z.array(FollowRequester), next_cursor: Cursor.nullable(), total: z.int() }),
})

export const approveFollow = defineEndpoint({
  method: 'PUT',
  path: '/api/me/follow-requests/{id}',
  summary: 'Approves a follow request. The `id` is the user id of the requester.',
  tag,
  params,
  response: z.object({ state: FollowState }),
})

export const declineFollow = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/follow-requests/{id}',
  summary: 'Declines a follow request. The requester isn’t notified.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const listFollowers = defineEndpoint({
  method: 'GET',
  path: '/api/me/followers',
  summary: 'Lists your followers, newest first. Nobody else can see the list.',
  tag,
  query: followListQuerySchema,
  response: PeopleListPage,
})

export const removeFollower = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/followers/{id}',
  summary: 'Removes a follower. They aren’t notified.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const listFollowing = defineEndpoint({
  method: 'GET',
  path: '/api/me/following',
  summary: 'Lists the users you follow or have asked to follow, newest first.',
  tag,
  query: followListQuerySchema,
  response: PeopleListPage.extend({
    items: z.array(
      PersonListItem.extend({ state: FollowState, new_video_notifications: NewVideoNotifications }),
    ),
  }),
})
