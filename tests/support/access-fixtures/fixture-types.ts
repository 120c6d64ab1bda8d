import type { TestApp, TestUser } from '../app/test-app.ts'
import type { PersonalRecord, PrivateRecordKind } from './private-records.ts'

/**
 * The people who send requests. The actor `owner` is the owner of the requested record. Every other actor,
 * such as `follower`, has the same relationship to all owners.
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

/** The users who own the records that the tests request. */
export const fixtureOwnerKeys = ['ada', 'priva', 'susan', 'leo'] as const
export type FixtureOwnerKey = (typeof fixtureOwnerKeys)[number]

export const fixtureItemKeys = [
  'public',
  'followers',
  'only_me',
  'unlisted',
  'draft',
  'scheduled',
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
export type FixtureItemKey = (typeof fixtureItemKeys)[number]

/**
 * The profiles that the tests request. An item or comment named `of_suspended`, for example, belongs to the
 * user with the suspended profile.
 */
export const fixtureProfileKeys = ['public', 'private', 'suspended', 'leaving', 'never'] as const
export type FixtureProfileKey = (typeof fixtureProfileKeys)[number]

export const fixtureCommentKeys = [
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
export type FixtureCommentKey = (typeof fixtureCommentKeys)[number]

/** An item with a title, a description and a picture that no other item has. */
export interface FixtureItem {
  name: FixtureItemKey
  id: string
  playbackId: string
  streamId: string
  uploadId: string
  owner: FixtureOwnerKey
  /** Two unique words: one in the item's title and one in its description. */
  words: [string, string]
  picture: Buffer
  cover: string
  /** The item's captions, which contain the second word. */
  captionId: string
  /** The name of the captions in the URLs of the item's media. */
  captionFile: string
  /**
   * A text track of the item's file that the owner has not accepted. The text track contains the second word.
   */
  offerId: string
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
export const fixtureCommentAuthors: Record<FixtureCommentKey, FixtureActor | FixtureOwnerKey> = {
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
  actor(name: FixtureActor, owner?: FixtureOwnerKey): TestUser
  items: Record<FixtureItemKey, FixtureItem>
  /** An item by Carol that everyone can see. */
  publicItem: FixtureItem
  people: Record<FixtureProfileKey, FixtureProfile>
  comments: Record<FixtureCommentKey, FixtureComment>
  /** Records that only Ada may read. */
  records: Record<PrivateRecordKind, PersonalRecord>
  /**
   * The open moderation case about each item. The item `never` does not exist, so `cases.never` has the ID of
   * a case that does not exist either.
   */
  cases: Record<FixtureItemKey, PersonalRecord>
  /**
   * Copies an item, comment or private record for tests that modify the record. Copying an item does not copy
   * its files.
   */
  copyOf(
    thing: FixtureItem | FixtureComment | PersonalRecord,
  ): Promise<FixtureItem | FixtureComment | PersonalRecord>
  /**
   * Restores the initial relationships between the users, and assigns all cases to the moderator `caseworker`
   * again.
   */
  reset(): Promise<void>
  close(): Promise<void>
}
