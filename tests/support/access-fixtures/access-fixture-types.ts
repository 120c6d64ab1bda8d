import type { TestApp, TestUser } from '../app/test-app.ts'
import type { PrivateRecord, PrivateRecordKind } from './private-records.ts'

/**
 * The people who send requests. The actor `owner` owns each record. All other actors have the same
 * relationship to every owner.
 */
export const accessActors = [
  'anonymous',
  'owner',
  'stranger',
  'follower',
  'pending',
  'blocked',
  'blocker',
  'moderator',
  'caseworker',
  'admin',
  'revoked',
  'young',
  'suspended',
] as const
export type AccessActor = (typeof accessActors)[number]

/** The owners of the requested records. */
export const accessOwnerNames = ['ada', 'priva', 'susan', 'leo'] as const
export type AccessOwnerName = (typeof accessOwnerNames)[number]

export const accessItemNames = [
  'public',
  'followers',
  'only_me',
  'of_private_profile',
  'rated_16',
  'limited',
  'pending',
  'held',
  'removed',
  'quarantined',
  'deleted',
  'not_ready',
  'of_suspended',
  'of_leaving',
  'never',
] as const
export type AccessItemName = (typeof accessItemNames)[number]

/** The kinds of profiles that are requested. Items of the people with these profiles are named `of_…`. */
export const accessPersonNames = ['public', 'private', 'suspended', 'leaving', 'never'] as const
export type AccessPersonName = (typeof accessPersonNames)[number]

export const accessCommentNames = [
  'approved',
  'waiting',
  'by_blocked',
  'of_blocked',
  'of_suspended',
  'of_leaving',
  'held',
  'removed',
  'under_only_me',
  'never',
] as const
export type AccessCommentName = (typeof accessCommentNames)[number]

/** An item whose texts and picture occur nowhere else. */
export interface AccessItem {
  name: AccessItemName
  id: string
  playbackId: string
  streamId: string
  uploadId: string
  owner: AccessOwnerName
  /** Two unique words: one in the item's title and one in its description. */
  words: [string, string]
  picture: Buffer
  cover: string
}

export interface AccessProfile {
  id: string
  username: string
  bio: string
  avatar: string
  picture: Buffer
}

export interface AccessComment {
  id: string
  word: string
}

/**
 * The author of each comment. Most comments are under Carol's item. The comments `waiting` (for approval) and
 * `by_blocked` are under Ada's item.
 */
export const accessCommentAuthors: Record<AccessCommentName, AccessActor | AccessOwnerName> = {
  approved: 'stranger',
  waiting: 'stranger',
  by_blocked: 'blocked',
  of_blocked: 'owner',
  of_suspended: 'susan',
  of_leaving: 'leo',
  held: 'stranger',
  removed: 'stranger',
  under_only_me: 'owner',
  never: 'stranger',
}

export interface AccessFixtures {
  testApp: TestApp
  /** Returns the person with this relationship to this owner. */
  actor(name: AccessActor, owner?: AccessOwnerName): TestUser
  items: Record<AccessItemName, AccessItem>
  /** An item by Carol that everyone can see. */
  publicItem: AccessItem
  people: Record<AccessPersonName, AccessProfile>
  comments: Record<AccessCommentName, AccessComment>
  /** Records that only Ada may read. */
  records: Record<PrivateRecordKind, PrivateRecord>
  /** The open case about each item. An item that never existed has no case. */
  cases: Record<AccessItemName, PrivateRecord>
  /** Creates a copy that a test may modify. The files of an item are not copied. */
  copyOf(
    thing: AccessItem | AccessComment | PrivateRecord,
  ): Promise<AccessItem | AccessComment | PrivateRecord>
  /** Restores the initial relationships and claims. */
  reset(): Promise<void>
  close(): Promise<void>
}
