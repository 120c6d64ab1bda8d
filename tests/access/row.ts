import type { RefusalCode } from '#contract/refusals.ts'
import type { Actor, Cast, CommentName, Item, ItemName, PersonName, Remark, Somebody } from './cast.ts'
import type { Paper, PaperName, PaperOwner } from './papers.ts'
import { find, lookInto, oneOwn, type Rights } from './rights.ts'

/* What a row of the table of routes says (rows.ts). */

export type Sent = string | [path: string, init: RequestInit]

interface About<What extends string, Name extends string, Thing> {
  about: What
  may: Rights<Name>
  /** One request, or several of which each has to answer so. */
  send(thing: Thing, cast: Cast): Sent | Sent[]
  /** What who may gets: a status, or a refusal that has nothing to do with who they are. */
  gets?: number | RefusalCode
  /** What is said of a thing that is not there, or not for the one who asks. A status: what repeating answers, too. */
  missing: number | RefusalCode
  /** Only for who is signed in; `active`: and not suspended or leaving. */
  asks?: 'member' | 'active'
  /** What who is not signed in hears. */
  unsigned?: RefusalCode
  /** Sees the thing, and may still not do this. */
  refused?(actor: Actor, name: Name): RefusalCode | undefined
  /** What the answer has to say beside its status. */
  says?(answer: unknown, actor: Actor, name: Name, thing: Thing): void
  /** Whoever may spoils it: each gets a copy. */
  spoils?: true
  /** Changes how people stand to each other: put right after everybody. */
  shifts?: true
}

export type ItemRow = About<'item', ItemName, Item>
export type PersonRow = About<'person', PersonName, Somebody>
export type CommentRow = About<'comment', CommentName, Remark>
/** About what is one person's alone. */
export type PaperRow = About<'paper', PaperOwner, Paper> & { of: PaperName }
/** About the case that is open on an item. */
export type CaseRow = About<'case', ItemName, Paper>

/** A list that shows of all items those that may be found. */
export interface ListRow {
  about: 'list'
  may: Rights<ItemName>
  send(cast: Cast): Sent
  /** `some`: it shows only a few of those it might. */
  shows: 'all' | 'some'
  asks?: 'member'
}

/** The open cases, in the queue of those who look after people; for all others there is no such page. */
export interface QueueRow {
  about: 'queue'
  send(cast: Cast): Sent
}

/** About no person and no item, for some of the staff; for everybody else there is no such path. */
export interface DeskRow {
  about: 'desk'
  may: readonly Actor[]
  path: string
}

/** A list of people of one's own: who stands on it, for whom. On all others' lists stands nobody. */
export interface CircleRow {
  about: 'circle'
  path: string
  of: Partial<Record<Actor, readonly string[]>>
}

/** About who asks: refused to who is not signed in, and nothing of anybody else. */
export interface SelfRow {
  about: 'oneself'
  send(cast: Cast): Sent
  gets?: number
  /** Words that are in nobody's answer. */
  never?(cast: Cast): string[]
}

/** About nobody and nothing that somebody made, or proved elsewhere: the reason why. */
export interface NobodyRow {
  about: 'nobody'
  because: string
}

export type Row =
  | ItemRow
  | PersonRow
  | CommentRow
  | PaperRow
  | CaseRow
  | ListRow
  | CircleRow
  | QueueRow
  | DeskRow
  | SelfRow
  | NobodyRow

export const json = (method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

export const item = (row: Omit<ItemRow, 'about' | 'missing'> & { missing?: RefusalCode }): ItemRow => ({
  about: 'item',
  missing: 'content_not_found',
  ...row,
})
export const person = (
  row: Omit<PersonRow, 'about' | 'missing'> & { missing?: number | RefusalCode },
): PersonRow => ({
  about: 'person',
  missing: 'creator_not_found',
  ...row,
})
export const paper = (
  of: PaperName,
  row: Omit<PaperRow, 'about' | 'of' | 'may'> & { may?: PaperRow['may'] },
) => ({ about: 'paper', of, may: oneOwn, ...row }) satisfies PaperRow
export const aCase = (row: Omit<CaseRow, 'about' | 'may' | 'missing'>): CaseRow => ({
  about: 'case',
  may: lookInto,
  missing: 'not_found',
  ...row,
})
export const circle = (path: string, of: CircleRow['of']): CircleRow => ({ about: 'circle', path, of })
export const list = (path: string, more: Partial<ListRow> = {}): ListRow => ({
  about: 'list',
  may: find,
  shows: 'all',
  send: () => path,
  ...more,
})
export const oneself = (path: string, gets = 200): SelfRow => ({ about: 'oneself', send: () => path, gets })
export const nobody = (because: string): NobodyRow => ({ about: 'nobody', because })

export const signing = nobody('signing in and out: about who holds the secret, who has tests of their own')
export const ownAccount = nobody(
  'changes one’s own account, whose session says which; it names no other person',
)

export function same(said: unknown, right: unknown, what: string): void {
  if (said !== right) throw new Error(`${what}: ${String(said)} instead of ${String(right)}`)
}
