import type { TestApp, TestUser } from '../app/test-app.ts'
import type { PrivateRecord, PrivateRecordKind } from './private-records.ts'

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
export const fixtureOwnerNames = ['ada', 'priva', 'susan', 'leo'] as const
export type FixtureOwnerName = (typeof fixtureOwnerNames)[number]

export const fixtureItemNames = [
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
export type FixtureItemName = (typeof fixtureItemNames)[number]

/**
 * The profiles that the tests request. An item or comment named `of_suspended`, for example, belongs to the
 * user with the suspended profile.
 */
export const fixtureProfileNames = ['public', 'private', 'suspended', 'leaving', 'never'] as const
export type FixtureProfileName = (typeof fixtureProfileNames)[number]

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

/** An item with a title, a description and a picture that no other item has. */
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
  people: Record<FixtureProfileName, FixtureProfile>
  comments: Record<FixtureCommentName, FixtureComment>
  /** Records that only Ada may read. */
  records: Record<PrivateRecordKind, PrivateRecord>
  /**
   * The open moderation case about each item. The item `never` does not exist, so `cases.never` has the ID of
   * a case that does not exist either.
   */
  cases: Record<FixtureItemName, PrivateRecord>
  /**
   * Copies an item, comment or private record, so that a test can modify the copy. Copying an item does not
   * copy its files.
   */
  copyOf(
    thing: FixtureItem | FixtureComment | PrivateRecord,
  ): Promise<FixtureItem | FixtureComment | PrivateRecord>
  /**
   * Restores the initial relationships between the users, and assigns all cases to the moderator `caseworker`
   * again.
   */
  reset(): Promise<void>
  close(): Promise<void>
}
