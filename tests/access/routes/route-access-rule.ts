import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import type {
  FixtureActor,
  AccessFixtures,
  FixtureCommentKey,
  FixtureItem,
  FixtureItemKey,
  FixtureProfileKey,
  FixtureComment,
  FixtureProfile,
} from '#tests/support/access-fixtures/fixture-types.ts'
import type {
  PersonalRecord,
  PrivateRecordKind,
  PersonalRecordOwner,
} from '#tests/support/access-fixtures/private-records.ts'
import {
  expectedVisibilityInLists,
  expectedModerationCaseAccess,
  expectedOwnRecordAccess,
  type ExpectedAccess,
} from './expected-access.ts'

/* The type of a row in the access table of all routes (route-access-rules.ts). */

export type RouteRequest = string | [path: string, init: RequestInit]

interface About<What extends string, Name extends string, Thing> {
  about: What
  allowed: ExpectedAccess<Name>
  /** One request, or several requests that must all have the same outcome. */
  send(thing: Thing, cast: AccessFixtures): RouteRequest | RouteRequest[]
  /** The outcome for actors with access: a status, or an error that does not depend on the actor. */
  expected?: number | ApiErrorCode
  /**
   * The outcome if the resource is missing or hidden from the actor. A status instead of an error code means
   * that the request succeeds without any effect if the resource is missing, and can be repeated.
   */
  missing: number | ApiErrorCode
  /**
   * Requires a signed-in user. `active` requires a signed-in user whose account is neither suspended nor
   * scheduled for deletion.
   */
  requires?: 'member' | 'active'
  /** The error code for anonymous requests. */
  anonymousError?: ApiErrorCode
  /** The error code for actors who can see the resource but may not perform this action. */
  forbiddenError?(actor: FixtureActor, name: Name): ApiErrorCode | undefined
  /** Checks the response body. */
  verifyBody?(answer: unknown, actor: FixtureActor, name: Name, thing: Thing): void
  /**
   * Whether the request uses up the resource, for example by deleting it. A request that uses up the resource
   * needs a separate copy for each actor.
   */
  consumesResource?: true
  /** Whether the request changes relationships. The relationships are restored after each actor's request. */
  changesRelationships?: true
}

export type ItemAccessRule = About<'item', FixtureItemKey, FixtureItem>
export type ProfileAccessRule = About<'person', FixtureProfileKey, FixtureProfile>
export type CommentAccessRule = About<'comment', FixtureCommentKey, FixtureComment>
/** An access rule about one person's private records. */
export type PrivateRecordAccessRule = About<'paper', PersonalRecordOwner, PersonalRecord> & {
  kind: PrivateRecordKind
}
/** An access rule about the open case of an item. */
export type ModerationCaseAccessRule = About<'case', FixtureItemKey, PersonalRecord>

/** An access rule for a list that shows every item the actor can find. */
export interface ContentListAccessRule {
  about: 'list'
  allowed: ExpectedAccess<FixtureItemKey>
  send(cast: AccessFixtures): RouteRequest
  /** `some` means that the list shows only some of the items the actor can find. */
  shows: 'all' | 'some'
  requires?: 'member'
}

/**
 * An access rule for the moderation queue. To everybody except staff, the queue responds as if it did not
 * exist.
 */
export interface ModerationQueueAccessRule {
  about: 'queue'
  send(cast: AccessFixtures): RouteRequest
}

/**
 * An access rule for a path that names no person or item. To everybody except certain staff roles, the path
 * responds as if it did not exist.
 */
export interface StaffAccessRule {
  about: 'desk'
  allowed: readonly FixtureActor[]
  path: string
  /** The method and body of a request that changes something. */
  init?: RequestInit
  /** The status for actors with access. */
  expected?: number
}

/**
 * An access rule for a list of people that belongs to the actor, such as the actor's followers. The rule
 * lists the usernames that the response contains for each actor. Actors without an entry get an empty list.
 */
export interface PeopleListAccessRule {
  about: 'circle'
  path: string
  usernamesByActor: Partial<Record<FixtureActor, readonly string[]>>
}

/**
 * An access rule about the actor's own account. Anonymous requests are refused, and the response reveals
 * nothing about other accounts.
 */
export interface OwnAccountAccessRule {
  about: 'oneself'
  send(cast: AccessFixtures): RouteRequest
  expected?: number
  /** Words that must not appear in any response of the route. */
  forbiddenWords?(cast: AccessFixtures): string[]
}

/**
 * A rule for a route that needs no access test, because the route concerns neither a person nor an item, or
 * because another test covers the route. The `reason` field says why no test is needed.
 */
export interface AccessTestExemption {
  about: 'nobody'
  reason: string
}

export type RouteAccessRule =
  | ItemAccessRule
  | ProfileAccessRule
  | CommentAccessRule
  | PrivateRecordAccessRule
  | ModerationCaseAccessRule
  | ContentListAccessRule
  | PeopleListAccessRule
  | ModerationQueueAccessRule
  | StaffAccessRule
  | OwnAccountAccessRule
  | AccessTestExemption

export const createJsonRequestInit = (method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

export const createItemAccessRule = (
  row: Omit<ItemAccessRule, 'about' | 'missing'> & { missing?: ApiErrorCode },
): ItemAccessRule => ({
  about: 'item',
  missing: 'content_not_found',
  ...row,
})
export const createProfileAccessRule = (
  row: Omit<ProfileAccessRule, 'about' | 'missing'> & { missing?: number | ApiErrorCode },
): ProfileAccessRule => ({
  about: 'person',
  missing: 'creator_not_found',
  ...row,
})
export const createPrivateRecordAccessRule = (
  of: PrivateRecordKind,
  row: Omit<PrivateRecordAccessRule, 'about' | 'kind' | 'allowed'> & {
    allowed?: PrivateRecordAccessRule['allowed']
  },
) =>
  ({ about: 'paper', kind: of, allowed: expectedOwnRecordAccess, ...row }) satisfies PrivateRecordAccessRule
export const createModerationCaseAccessRule = (
  row: Omit<ModerationCaseAccessRule, 'about' | 'allowed' | 'missing'>,
): ModerationCaseAccessRule => ({
  about: 'case',
  allowed: expectedModerationCaseAccess,
  missing: 'not_found',
  ...row,
})
export const createPeopleListAccessRule = (
  path: string,
  of: PeopleListAccessRule['usernamesByActor'],
): PeopleListAccessRule => ({
  about: 'circle',
  path,
  usernamesByActor: of,
})
export const createContentListAccessRule = (
  path: string,
  more: Partial<ContentListAccessRule> = {},
): ContentListAccessRule => ({
  about: 'list',
  allowed: expectedVisibilityInLists,
  shows: 'all',
  send: () => path,
  ...more,
})
export const createOwnAccountAccessRule = (path: string, gets = 200): OwnAccountAccessRule => ({
  about: 'oneself',
  send: () => path,
  expected: gets,
})
export const createAccessTestExemption = (because: string): AccessTestExemption => ({
  about: 'nobody',
  reason: because,
})

export const signInRouteTestExemption = createAccessTestExemption(
  'signs a person in or out; the authentication tests check which secret this requires',
)
export const ownAccountChangeExemption = createAccessTestExemption(
  'changes only the account of the session, and refers to no other person',
)

export function assertRouteResultEquals(result: unknown, right: unknown, what: string): void {
  if (result !== right) throw new Error(`${what}: ${String(result)} instead of ${String(right)}`)
}
