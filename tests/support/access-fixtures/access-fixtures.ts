import { db } from '#server/platform/db/db.ts'
import { type TestApp, openTestApp, type TestUser } from '../app/test-app.ts'
import { createAccessItem } from './access-items.ts'
import { createSignedInUser, createAccessProfiles } from './access-users.ts'
import {
  claimAllCases,
  copyPrivateRecord,
  createClaimedCases,
  type PrivateRecord,
  type PrivateRecordKind,
  createPrivateRecords,
} from './private-records.ts'
import {
  likeAllContent,
  createRelationships,
  createCommentNotification,
  suspendAccounts,
} from './relationships.ts'
import { copyAccessComment, createAccessComments } from './access-comments.ts'

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

const ages: Partial<Record<string, number>> = { young: 14, stranger: 17, suspended: 17 }
const roles: Partial<Record<string, 'moderator' | 'admin'>> = {
  moderator: 'moderator',
  caseworker: 'moderator',
  admin: 'admin',
}

/** The site with everybody and everything that the matrix and the crawl look at. */
export async function createAccessFixtures(env: Record<string, string> = {}): Promise<AccessFixtures> {
  const house = await openTestApp({ env: { PUBLIC_URL: 'http://localhost:3000', ...env } })
  const everybody = new Map<string, TestUser>()
  for (const name of [...ownerNames, 'carol', ...accessActors]) {
    if (name === 'anonymous' || name === 'owner') continue
    everybody.set(name, await createSignedInUser(house, name, ages[name] ?? 18, roles[name]))
  }
  const who = (name: string) => everybody.get(name)!
  const plaza = await createAccessItem(who('carol'), 'ada', 'public')
  const items = {} as Record<ItemName, AccessItem>
  for (const name of itemNames) items[name] = await createAccessItem(who(ownerOf(name)), ownerOf(name), name)
  const comments = await createAccessComments(who, plaza, items)
  const people = await createAccessProfiles(who)
  await createRelationships(who)
  await suspendAccounts(who)
  const cases = (await createClaimedCases(who('caseworker').id, items)) as Record<ItemName, PrivateRecord>
  const papers = await createPrivateRecords(who('ada').id, who('caseworker').id)
  await likeAllContent(who('carol').id)
  await createCommentNotification(who('ada').id, items.public.id, {
    id: comments.by_blocked.id,
    by: who('blocked').id,
  })
  const actor = (name: AccessActor, owner: OwnerName = 'ada') =>
    name === 'anonymous' ? house.stranger() : who(name === 'owner' ? owner : name)
  const copyOf = (thing: AccessItem | AccessComment | PrivateRecord) => {
    if ('playbackId' in thing) return createAccessItem(who(thing.owner), thing.owner, thing.name, true)
    return 'word' in thing ? copyAccessComment(thing) : copyPrivateRecord(thing)
  }
  const asAtFirst = async () => {
    for (const table of ['follows', 'follow_asks', 'blocks', 'mutes'] as const)
      await db.deleteFrom(table).execute()
    await createRelationships(who)
    await claimAllCases(who('caseworker').id)
  }
  const things = { items, plaza, people, comments, cases, papers }
  return { house, actor, ...things, copyOf, asAtFirst, close: () => house.close() }
}

function ownerOf(name: ItemName): OwnerName {
  const others: Partial<Record<ItemName, OwnerName>> = {
    of_private_profile: 'priva',
    of_suspended: 'susan',
    of_leaving: 'leo',
  }
  return others[name] ?? 'ada'
}
