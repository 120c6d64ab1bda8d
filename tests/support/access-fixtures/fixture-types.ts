import type { TestApp, TestUser } from '../app/test-app.ts'
import type { PrivateRecord, PrivateRecordKind } from './private-records.ts'

/**
 * The people who send requests. The actor `owner` owns each record. All other actors have the same
 * relationship to every owner.
 */
export const fixtureActors = [
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
export type FixtureActor = (typeof fixtureActors)[number]

/** The owners of the requested records. */
export const fixtureOwnerNames = ['ada', 'priva', 'susan', 'leo'] as const
export type FixtureOwnerName = (typeof fixtureOwnerNames)[number]

export const fixtureItemNames = [
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
export type FixtureItemName = (typeof fixtureItemNames)[number]

/**
 * The kinds of profiles that are requested. Items that belong to people with these profiles are named `of_…`.
 */
export const fixturePersonNames = ['public', 'private', 'suspended', 'leaving', 'never'] as const
export type FixturePersonName = (typeof fixturePersonNames)[number]

export const fixtureCommentNames = [
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
export type FixtureCommentName = (typeof fixtureCommentNames)[number]

/** An item whose title, description and picture occur nowhere else. */
export interface FixtureItem {
  name: FixtureItemName
  id: string
  playbackId: string
  streamId: string
  uploadId: string
  owner: FixtureOwnerName
  /** Two unique words: one in the item's title and one in its description. */
  words: [string, string]
  picture: Buffer
  cover: string
}

export interface FixtureProfile {
  id: string
  username: string
  bio: string
  avatar: string
  picture: Buffer
}

export interface FixtureComment {
  id: string
  word: string
}

/**
 * The author of each comment. Most comments are under Carol's item. The comments `waiting` (for approval) and
 * `by_blocked` are under Ada's item.
 */
export const fixtureCommentAuthors: Record<FixtureCommentName, FixtureActor | FixtureOwnerName> = {
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
  /** Returns the person who has the given relationship to the given owner. */
  actor(name: FixtureActor, owner?: FixtureOwnerName): TestUser
  items: Record<FixtureItemName, FixtureItem>
  /** An item by Carol that everyone can see. */
  publicItem: FixtureItem
  people: Record<FixturePersonName, FixtureProfile>
  comments: Record<FixtureCommentName, FixtureComment>
  /** Records that only Ada may read. */
  records: Record<PrivateRecordKind, PrivateRecord>
  /** The open case about each item. An item that never existed has no case. */
  cases: Record<FixtureItemName, PrivateRecord>
  /** Creates a copy that a test may modify. The files of an item are not copied. */
  copyOf(
    thing: FixtureItem | FixtureComment | PrivateRecord,
  ): Promise<FixtureItem | FixtureComment | PrivateRecord>
  /** Restores the initial relationships and lets the moderator `caseworker` claim all cases again. */
  reset(): Promise<void>
  close(): Promise<void>
}
