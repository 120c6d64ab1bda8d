import { listBlocks, listMutes } from '#contract/people/blocks-and-mutes.ts'
import {
  type FollowState,
  type NewVideoNotifications,
  type PersonListItem,
  listFollowers,
  listFollowing,
  listFollowRequests,
} from '#contract/people/follows.ts'
import type { PeopleListName } from '#web/paths.ts'

/**
 * The API endpoint for each people list (for example followers and muted users), in the order of the tabs.
 */
export const peopleListEndpoints = {
  requests: listFollowRequests,
  followers: listFollowers,
  following: listFollowing,
  blocked: listBlocks,
  muted: listMutes,
} as const satisfies Record<PeopleListName, unknown>

export const peopleListNames = Object.keys(peopleListEndpoints) as PeopleListName[]

/** An entry in a people list, for example a follower or a blocked user. */
export type PeopleListEntry = PersonListItem & {
  adult?: boolean
  state?: FollowState
  new_video_notifications?: NewVideoNotifications
}

/**
 * Returns the name of the people list that is selected in the URL. If the URL selects no list, the list of
 * follow requests is selected if any are pending. If no follow requests are pending, the list of followers is
 * selected.
 */
export function parsePeopleListName(listParam: string | null, waiting: number): PeopleListName {
  return peopleListNames.find((name) => name === listParam) ?? (waiting > 0 ? 'requests' : 'followers')
}
