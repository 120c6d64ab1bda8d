import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import type {
  FixtureActor,
  AccessFixtures,
  FixtureCommentName,
  FixtureItem,
  FixtureItemName,
  FixturePersonName,
  FixtureComment,
  FixtureProfile,
} from '#tests/support/access-fixtures/fixture-types.ts'
import type {
  PrivateRecord,
  PrivateRecordKind,
  PrivateRecordOwner,
} from '#tests/support/access-fixtures/private-records.ts'
import {
  expectedListVisibility,
  expectedCaseAccess,
  expectedOwnRecordAccess,
  type ExpectedAccess,
} from './expected-access.ts'

/* The type of a row in the access table of all routes (route-rules.ts). */

export type RouteRequest = string | [path: string, init: RequestInit]

interface About<What extends string, Name extends string, Thing> {
  about: What
  allowed: ExpectedAccess<Name>
  /** One request, or several requests that must all have the same outcome. */
  send(thing: Thing, cast: AccessFixtures): RouteRequest | RouteRequest[]
  /** The outcome for actors with access: a status, or an error that does not depend on the actor. */
  expected?: number | ApiErrorCode
  /**
   * The outcome if the resource is missing or hidden from the actor. If the outcome is a status and not an
   * error code, the request is harmless and can be repeated.
   */
  missing: number | ApiErrorCode
  /**
   * Requires a signed-in user. `active` also excludes suspended accounts and accounts scheduled for deletion.
   */
  requires?: 'member' | 'active'
  /** The error code for anonymous requests. */
  anonymousError?: ApiErrorCode
  /** The error code for actors who can see the resource but may not perform this action. */
  forbiddenError?(actor: FixtureActor, name: Name): ApiErrorCode | undefined
  /** Checks the response body. */
  verifyBody?(answer: unknown, actor: FixtureActor, name: Name, thing: Thing): void
  /**
   * Whether the request uses up the resource, for example by deleting it. Each actor then needs a separate
   * copy of the resource.
   */
  consumesResource?: true
  /** Whether the request changes relationships. The relationships are restored after each actor's request. */
  changesRelationships?: true
}

export type ItemRouteRule = About<'item', FixtureItemName, FixtureItem>
export type ProfileRouteRule = About<'person', FixturePersonName, FixtureProfile>
export type CommentRouteRule = About<'comment', FixtureCommentName, FixtureComment>
/** An access rule about one person's private records. */
export type PrivateRecordRouteRule = About<'paper', PrivateRecordOwner, PrivateRecord> & {
  kind: PrivateRecordKind
}
/** An access rule about the open case of an item. */
export type CaseRouteRule = About<'case', FixtureItemName, PrivateRecord>

/** An access rule for a list that shows every item the actor can find. */
export interface ContentListRouteRule {
  about: 'list'
  allowed: ExpectedAccess<FixtureItemName>
  send(cast: AccessFixtures): RouteRequest
  /** `some` means that the list shows only some of the items the actor can find. */
  shows: 'all' | 'some'
  requires?: 'member'
}

/** An access rule for the moderation queue, which responds to everybody but staff as if it did not exist. */
export interface ModerationQueueRouteRule {
  about: 'queue'
  send(cast: AccessFixtures): RouteRequest
}

/**
 * An access rule for a path that names no person or item. To everybody except certain staff roles, the path
 * responds as if it did not exist.
 */
export interface StaffRouteRule {
  about: 'desk'
  allowed: readonly FixtureActor[]
  path: string
}

/**
 * An access rule for a list of people that belongs to the actor, such as the actor's followers. The rule
 * lists the usernames that the response contains for each actor. Actors without an entry get an empty list.
 */
export interface PeopleListRouteRule {
  about: 'circle'
  path: string
  usernamesByActor: Partial<Record<FixtureActor, readonly string[]>>
}

/**
 * An access rule about the actor's own account. Anonymous requests are refused, and the response reveals
 * nothing about other accounts.
 */
export interface OwnAccountRouteRule {
  about: 'oneself'
  send(cast: AccessFixtures): RouteRequest
  expected?: number
  /** Words that must not appear in any response of the route. */
  forbiddenWords?(cast: AccessFixtures): string[]
}

/**
 * A rule for a route that needs no access test, because the route concerns no person or item or another test
 * covers it. The field `reason` says why no test is needed.
 */
export interface UnscopedRouteRule {
  about: 'nobody'
  reason: string
}

export type RouteRule =
  | ItemRouteRule
  | ProfileRouteRule
  | CommentRouteRule
  | PrivateRecordRouteRule
  | CaseRouteRule
  | ContentListRouteRule
  | PeopleListRouteRule
  | ModerationQueueRouteRule
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
export const privateRecordRule = (
  of: PrivateRecordKind,
  row: Omit<PrivateRecordRouteRule, 'about' | 'kind' | 'allowed'> & {
    allowed?: PrivateRecordRouteRule['allowed']
  },
) => ({ about: 'paper', kind: of, allowed: expectedOwnRecordAccess, ...row }) satisfies PrivateRecordRouteRule
export const caseRule = (row: Omit<CaseRouteRule, 'about' | 'allowed' | 'missing'>): CaseRouteRule => ({
  about: 'case',
  allowed: expectedCaseAccess,
  missing: 'not_found',
  ...row,
})
export const peopleListRule = (
  path: string,
  of: PeopleListRouteRule['usernamesByActor'],
): PeopleListRouteRule => ({
  about: 'circle',
  path,
  usernamesByActor: of,
})
export const contentListRule = (
  path: string,
  more: Partial<ContentListRouteRule> = {},
): ContentListRouteRule => ({
  about: 'list',
  allowed: expectedListVisibility,
  shows: 'all',
  send: () => path,
  ...more,
})
export const ownAccountRule = (path: string, gets = 200): OwnAccountRouteRule => ({
  about: 'oneself',
  send: () => path,
  expected: gets,
})
export const unscopedRule = (because: string): UnscopedRouteRule => ({ about: 'nobody', reason: because })

export const signInRule = unscopedRule(
  'signing in and out: about who holds the secret, who has tests of their own',
)
export const accountChangeRule = unscopedRule(
  'changes one’s own account, whose session says which; it names no other person',
)

export function assertSameValue(result: unknown, right: unknown, what: string): void {
  if (result !== right) throw new Error(`${what}: ${String(result)} instead of ${String(right)}`)
}
