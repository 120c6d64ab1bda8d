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
export const ownerNames = ['ada', 'priva', 'susan', 'leo'] as const
export type OwnerName = (typeof ownerNames)[number]

export const itemNames = [
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
export type ItemName = (typeof itemNames)[number]

/** The kinds of profiles that are requested. Items of these people are named `of_…`. */
export const personNames = ['public', 'private', 'suspended', 'leaving', 'never'] as const
export type PersonName = (typeof personNames)[number]

export const commentNames = [
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
export type CommentName = (typeof commentNames)[number]

/** An item whose texts and picture occur nowhere else. */
export interface AccessItem {
  name: ItemName
  id: string
  playbackId: string
  streamId: string
  uploadId: string
  owner: OwnerName
  /** Unique words, one in the item's title and one in its description. */
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
export const commentAuthors: Record<CommentName, AccessActor | OwnerName> = {
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
  house: TestApp
  /** Returns the person with this relationship to this owner. */
  actor(name: AccessActor, owner?: OwnerName): TestUser
  items: Record<ItemName, AccessItem>
  /** Carol's item, which everyone can see. */
  plaza: AccessItem
  people: Record<PersonName, AccessProfile>
  comments: Record<CommentName, AccessComment>
  /** Records that only Ada may read. */
  papers: Record<PrivateRecordKind, PrivateRecord>
  /** The open case about each item, except for an item that never existed. */
  cases: Record<ItemName, PrivateRecord>
  /** Creates a copy that a test may modify. The files of an item are not copied. */
  copyOf(
    thing: AccessItem | AccessComment | PrivateRecord,
  ): Promise<AccessItem | AccessComment | PrivateRecord>
  /** Restores the initial relationships and claims. */
  asAtFirst(): Promise<void>
  close(): Promise<void>
}
