import type { TestApp, TestUser } from '../app/test-app.ts'
import type { PrivateRecord, PrivateRecordKind } from './private-records.ts'

/** Who asks. The owner is of each thing its own; everybody else stands alike to all owners. */
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

/** Whose things are looked at. */
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

/** `of_…` are the people themselves. */
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

/** Something that may be seen or not, with words and a picture that are nowhere else. */
export interface AccessItem {
  name: ItemName
  id: string
  playbackId: string
  streamId: string
  uploadId: string
  owner: OwnerName
  /** Of its title and of its description. */
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

/** Who wrote which comment. Most stand under Carol's item; `waiting` (for her yes) and `by_blocked` under Ada's. */
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
  /** Whoever asks for a thing of this owner. */
  actor(name: AccessActor, owner?: OwnerName): TestUser
  items: Record<ItemName, AccessItem>
  /** Carol's, where everybody meets. */
  plaza: AccessItem
  people: Record<PersonName, AccessProfile>
  comments: Record<CommentName, AccessComment>
  /** What is Ada's alone. */
  papers: Record<PrivateRecordKind, PrivateRecord>
  /** The case that is open about each item; about what never was there is none. */
  cases: Record<ItemName, PrivateRecord>
  /** A copy that may be spoiled; files of an item are not copied. */
  copyOf(
    thing: AccessItem | AccessComment | PrivateRecord,
  ): Promise<AccessItem | AccessComment | PrivateRecord>
  /** Everybody stands to everybody as at first, and cases are with who claimed them. */
  asAtFirst(): Promise<void>
  close(): Promise<void>
}
