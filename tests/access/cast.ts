import { db } from '#server/platform/db/db.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { film } from './film.ts'
import { joins, peopleOf } from './join.ts'
import { claimAll, copyOfPaper, openCases, type Paper, type PaperName, papersOf } from './papers.ts'
import { likedBy, relate, rung, setAside } from './relate.ts'
import { copied, remarks } from './remark.ts'

/** Who asks. The owner is of each thing its own; everybody else stands alike to all owners. */
export const actors = [
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
export type Actor = (typeof actors)[number]

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
export interface Item {
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

export interface Somebody {
  id: string
  username: string
  bio: string
  avatar: string
  picture: Buffer
}

export interface Remark {
  id: string
  word: string
}

/** Who wrote which comment. Most stand under Carol's item; `waiting` (for her yes) and `by_blocked` under Ada's. */
export const authors: Record<CommentName, Actor | OwnerName> = {
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

export interface Cast {
  house: House
  /** Whoever asks for a thing of this owner. */
  actor(name: Actor, owner?: OwnerName): Person
  items: Record<ItemName, Item>
  /** Carol's, where everybody meets. */
  plaza: Item
  people: Record<PersonName, Somebody>
  comments: Record<CommentName, Remark>
  /** What is Ada's alone. */
  papers: Record<PaperName, Paper>
  /** The case that is open about each item; about what never was there is none. */
  cases: Record<ItemName, Paper>
  /** A copy that may be spoiled; files of an item are not copied. */
  copyOf(thing: Item | Remark | Paper): Promise<Item | Remark | Paper>
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
export async function openCast(env: Record<string, string> = {}): Promise<Cast> {
  const house = await openHouse({ env: { PUBLIC_URL: 'http://localhost:3000', ...env } })
  const everybody = new Map<string, Person>()
  for (const name of [...ownerNames, 'carol', ...actors]) {
    if (name === 'anonymous' || name === 'owner') continue
    everybody.set(name, await joins(house, name, ages[name] ?? 18, roles[name]))
  }
  const who = (name: string) => everybody.get(name)!
  const plaza = await film(who('carol'), 'ada', 'public')
  const items = {} as Record<ItemName, Item>
  for (const name of itemNames) items[name] = await film(who(ownerOf(name)), ownerOf(name), name)
  const comments = await remarks(who, plaza, items)
  const people = await peopleOf(who)
  await relate(who)
  await setAside(who)
  const cases = (await openCases(who('caseworker').id, items)) as Record<ItemName, Paper>
  const papers = await papersOf(who('ada').id, who('caseworker').id)
  await likedBy(who('carol').id)
  await rung(who('ada').id, items.public.id, { id: comments.by_blocked.id, by: who('blocked').id })
  const actor = (name: Actor, owner: OwnerName = 'ada') =>
    name === 'anonymous' ? house.stranger() : who(name === 'owner' ? owner : name)
  const copyOf = (thing: Item | Remark | Paper) => {
    if ('playbackId' in thing) return film(who(thing.owner), thing.owner, thing.name, true)
    return 'word' in thing ? copied(thing) : copyOfPaper(thing)
  }
  const asAtFirst = async () => {
    for (const table of ['follows', 'follow_asks', 'blocks', 'mutes'] as const)
      await db.deleteFrom(table).execute()
    await relate(who)
    await claimAll(who('caseworker').id)
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
