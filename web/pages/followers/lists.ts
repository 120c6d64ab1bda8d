import { listBlocks, listMutes } from '#contract/apart.ts'
import {
  type FollowState,
  type ListedPerson,
  listFollowers,
  listFollowing,
  listFollowRequests,
} from '#contract/follows.ts'
import type { PeopleList } from '#web/paths.ts'

/** One's own lists of people, in the order of their tabs. */
export const lists = {
  requests: listFollowRequests,
  followers: listFollowers,
  following: listFollowing,
  blocked: listBlocks,
  muted: listMutes,
} as const satisfies Record<PeopleList, unknown>

export const listNames = Object.keys(lists) as PeopleList[]

/** A person of any of them. */
export type Somebody = ListedPerson & { adult?: boolean; state?: FollowState }

/** Requests first while somebody waits; otherwise followers. */
export function listOf(asked: string | null, waiting: number): PeopleList {
  return listNames.find((name) => name === asked) ?? (waiting > 0 ? 'requests' : 'followers')
}
