import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { pageSize } from '../limits.ts'

/** `pending` is a follow request that has not been answered. */
export const FollowState = z.enum(['none', 'pending', 'approved'])
export type FollowState = z.output<typeof FollowState>

/** A person in one of your own lists. */
const PersonListItem = z.object({
  user_id: Id,
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  since: Timestamp,
})
export type PersonListItem = z.output<typeof PersonListItem>

const FollowRequester = PersonListItem.extend({
  adult: z.boolean().meta({ description: 'to somebody under 18: the one who asks is 18 or 19' }),
})
export type FollowRequester = z.output<typeof FollowRequester>

const tag = 'Following'
const params = z.object({ id: z.uuid('creator_not_found') })
export const peoplePageQuery = z.strictObject({
  cursor: Cursor.optional(),
  limit: z.coerce.number().int().min(1).max(pageSize.max).default(pageSize.default),
})
export const PeoplePage = z.object({
  items: z.array(PersonListItem),
  next_cursor: Cursor.nullable(),
  total: z.int(),
})

export const putFollow = defineEndpoint({
  method: 'PUT',
  path: '/api/profiles/id/{id}/follow',
  summary: 'Follows somebody, or asks to; repeating does no harm',
  tag,
  params,
  response: z.object({ state: FollowState }),
})

export const deleteFollow = defineEndpoint({
  method: 'DELETE',
  path: '/api/profiles/id/{id}/follow',
  summary: 'Follows no more, or takes the request back',
  tag,
  params,
  response: z.object({ state: FollowState }),
})

export const listFollowRequests = defineEndpoint({
  method: 'GET',
  path: '/api/me/follow-requests',
  summary: 'Who asks to follow oneself, newest first',
  tag,
  query: peoplePageQuery,
  response: z.object({ items: z.array(FollowRequester), next_cursor: Cursor.nullable(), total: z.int() }),
})

export const approveFollow = defineEndpoint({
  method: 'PUT',
  path: '/api/me/follow-requests/{id}',
  summary: 'Lets somebody follow who asked to (their user id)',
  tag,
  params,
  response: z.object({ state: FollowState }),
})

export const declineFollow = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/follow-requests/{id}',
  summary: 'Declines a request; the one who asked is not told',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const listFollowers = defineEndpoint({
  method: 'GET',
  path: '/api/me/followers',
  summary: 'Who follows oneself, newest first; nobody else sees it',
  tag,
  query: peoplePageQuery,
  response: PeoplePage,
})

export const removeFollower = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/followers/{id}',
  summary: 'Ends that somebody follows oneself; they are not told',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const listFollowing = defineEndpoint({
  method: 'GET',
  path: '/api/me/following',
  summary: 'Whom one follows or has asked to, newest first',
  tag,
  query: peoplePageQuery,
  response: PeoplePage.extend({ items: z.array(PersonListItem.extend({ state: FollowState })) }),
})
