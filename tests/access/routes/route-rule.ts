import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import type {
  AccessActor,
  AccessFixtures,
  CommentName,
  AccessItem,
  ItemName,
  PersonName,
  AccessComment,
  AccessProfile,
} from '#tests/support/access-fixtures/access-fixture-types.ts'
import type {
  PrivateRecord,
  PrivateRecordKind,
  RecordOwner,
} from '#tests/support/access-fixtures/private-records.ts'
import { findInListsRights, caseRights, ownRecordRights, type AccessRights } from './access-rights.ts'

/* What a row of the table of routes says (route-rules.ts). */

export type RouteRequest = string | [path: string, init: RequestInit]

interface About<What extends string, Name extends string, Thing> {
  about: What
  may: AccessRights<Name>
  /** One request, or several of which each has to answer so. */
  send(thing: Thing, cast: AccessFixtures): RouteRequest | RouteRequest[]
  /** What who may gets: a status, or a refusal that has nothing to do with who they are. */
  gets?: number | ApiErrorCode
  /** What is said of a thing that is not there, or not for the one who asks. A status: what repeating answers, too. */
  missing: number | ApiErrorCode
  /** Only for who is signed in; `active`: and not suspended or leaving. */
  asks?: 'member' | 'active'
  /** What who is not signed in hears. */
  unsigned?: ApiErrorCode
  /** Sees the thing, and may still not do this. */
  refused?(actor: AccessActor, name: Name): ApiErrorCode | undefined
  /** What the answer has to say beside its status. */
  says?(answer: unknown, actor: AccessActor, name: Name, thing: Thing): void
  /** Whoever may spoils it: each gets a copy. */
  spoils?: true
  /** Changes how people stand to each other: put right after everybody. */
  shifts?: true
}

export type ItemRouteRule = About<'item', ItemName, AccessItem>
export type ProfileRouteRule = About<'person', PersonName, AccessProfile>
export type CommentRouteRule = About<'comment', CommentName, AccessComment>
/** About what is one person's alone. */
export type RecordRouteRule = About<'paper', RecordOwner, PrivateRecord> & { of: PrivateRecordKind }
/** About the case that is open on an item. */
export type CaseRouteRule = About<'case', ItemName, PrivateRecord>

/** A list that shows of all items those that may be found. */
export interface ContentListRouteRule {
  about: 'list'
  may: AccessRights<ItemName>
  send(cast: AccessFixtures): RouteRequest
  /** `some`: it shows only a few of those it might. */
  shows: 'all' | 'some'
  asks?: 'member'
}

/** The open cases, in the queue of those who look after people; for all others there is no such page. */
export interface QueueRouteRule {
  about: 'queue'
  send(cast: AccessFixtures): RouteRequest
}

/** About no person and no item, for some of the staff; for everybody else there is no such path. */
export interface StaffRouteRule {
  about: 'desk'
  may: readonly AccessActor[]
  path: string
}

/** A list of people of one's own: who stands on it, for whom. On all others' lists stands nobody. */
export interface PeopleListRouteRule {
  about: 'circle'
  path: string
  of: Partial<Record<AccessActor, readonly string[]>>
}

/** About who asks: refused to who is not signed in, and nothing of anybody else. */
export interface OwnAccountRouteRule {
  about: 'oneself'
  send(cast: AccessFixtures): RouteRequest
  gets?: number
  /** Words that are in nobody's answer. */
  never?(cast: AccessFixtures): string[]
}

/** About nobody and nothing that somebody made, or proved elsewhere: the reason why. */
export interface UnscopedRouteRule {
  about: 'nobody'
  because: string
}

export type RouteRule =
  | ItemRouteRule
  | ProfileRouteRule
  | CommentRouteRule
  | RecordRouteRule
  | CaseRouteRule
  | ContentListRouteRule
  | PeopleListRouteRule
  | QueueRouteRule
  | StaffRouteRule
  | OwnAccountRouteRule
  | UnscopedRouteRule

export const jsonRequest = (method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

export const itemRule = (
  row: Omit<ItemRouteRule, 'about' | 'missing'> & { missing?: ApiErrorCode },
): ItemRouteRule => ({
  about: 'item',
  missing: 'content_not_found',
  ...row,
})
export const profileRule = (
  row: Omit<ProfileRouteRule, 'about' | 'missing'> & { missing?: number | ApiErrorCode },
): ProfileRouteRule => ({
  about: 'person',
  missing: 'creator_not_found',
  ...row,
})
export const recordRule = (
  of: PrivateRecordKind,
  row: Omit<RecordRouteRule, 'about' | 'of' | 'may'> & { may?: RecordRouteRule['may'] },
) => ({ about: 'paper', of, may: ownRecordRights, ...row }) satisfies RecordRouteRule
export const caseRule = (row: Omit<CaseRouteRule, 'about' | 'may' | 'missing'>): CaseRouteRule => ({
  about: 'case',
  may: caseRights,
  missing: 'not_found',
  ...row,
})
export const peopleListRule = (path: string, of: PeopleListRouteRule['of']): PeopleListRouteRule => ({
  about: 'circle',
  path,
  of,
})
export const contentListRule = (
  path: string,
  more: Partial<ContentListRouteRule> = {},
): ContentListRouteRule => ({
  about: 'list',
  may: findInListsRights,
  shows: 'all',
  send: () => path,
  ...more,
})
export const ownAccountRule = (path: string, gets = 200): OwnAccountRouteRule => ({
  about: 'oneself',
  send: () => path,
  gets,
})
export const unscopedRule = (because: string): UnscopedRouteRule => ({ about: 'nobody', because })

export const signInRule = unscopedRule(
  'signing in and out: about who holds the secret, who has tests of their own',
)
export const accountChangeRule = unscopedRule(
  'changes one’s own account, whose session says which; it names no other person',
)

export function assertSameValue(said: unknown, right: unknown, what: string): void {
  if (said !== right) throw new Error(`${what}: ${String(said)} instead of ${String(right)}`)
}
