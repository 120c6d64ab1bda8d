import { type RawBuilder, sql } from 'kysely'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import {
  isFindableByName,
  isAccountHidden,
  isBlockedEitherWay,
  isProfileVisible,
  isFullProfileVisible,
} from './visible-profiles.ts'

/*
 * All queries on public profiles start here, just as all queries on content start in content-queries.ts. For
 * a private profile, `isFullProfileVisible` determines whether the viewer sees the full profile or only its
 * card.
 */

type DbOrTx = Db | Tx

export function selectVisiblePeople(viewer: Viewer, from: DbOrTx = db) {
  return from.selectFrom('profiles').where(isProfileVisible(viewer))
}

/** Selects people whom the viewer has blocked. Only the list of blocked people uses this query. */
export function selectBlockedPeople(viewer: Member, from: DbOrTx = db) {
  return from
    .selectFrom('profiles')
    .innerJoin('blocks', 'blocks.blocked_id', 'profiles.user_id')
    .where('blocks.blocker_id', '=', viewer.id)
    .where(sql<boolean>`not ${isAccountHidden()}`)
}

/** Selects the profile of the user with this id, without an access check. */
export function selectOwnProfile(userId: string, from: DbOrTx = db) {
  return from.selectFrom('profiles').where('profiles.user_id', '=', userId)
}

/** Selects all people, for internal work. Never send the results of this query to a viewer. */
export function selectPeopleWithoutAccessCheck(from: DbOrTx = db) {
  return from.selectFrom('profiles')
}

/**
 * Returns `selectVisiblePeople` as a subquery for raw SQL: `join ${visiblePeopleSql(viewer)} as profiles on
 * …`.
 */
export function visiblePeopleSql(viewer: Viewer): RawBuilder<unknown> {
  return sql`(select * from profiles where ${isProfileVisible(viewer)})`
}

interface NameSearch {
  query: string
  /**
   * A condition on usernames and display names that PostgreSQL can check with an index. Both the condition
   * and `order` refer to the table alias `creator`.
   */
  matches: RawBuilder<boolean>
  order: RawBuilder<unknown>
  limit: number
}

/**
 * Returns two parts of an SQL statement that finds the people who match a search: `with called as
 * materialized (${called}) … from ${seen} creator`. PostgreSQL first selects up to `limit` people by name,
 * and only then checks what the viewer may see. If the viewer can see only a person's card, only the username
 * is matched.
 */
export function peopleByNameSql(viewer: Viewer, { query, matches, order, limit }: NameSearch) {
  return {
    called: sql`select * from profiles creator where ${matches} order by ${order} limit ${limit}`,
    seen: sql`(select user_id, username, avatar_url, search_words,
      case when ${isFullProfileVisible(viewer, 'creator')} then display_name else '' end as display_name
      from called creator where ${isFindableByName(viewer, query)})`,
  }
}

/** Whether this person is a minor. A person without a profile counts as a minor. */
export function isMinor(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select profiles.is_minor from profiles where profiles.user_id = ${userId}), true)`
}

/** Whether this person's profile is public. */
export function isProfilePublic(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where profiles.user_id = ${userId} and not profiles.is_private)`
}

/** Whether this person's account is active: not suspended, banned or scheduled for deletion. */
export function isAccountActive(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where profiles.user_id = ${userId} and not ${isAccountHidden()})`
}

export function isPersonVisible(viewer: Viewer, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where profiles.user_id = ${userId} and ${isProfileVisible(viewer)})`
}

/**
 * Whether this person is hidden from the viewer. The person must have a profile. The result is the opposite
 * of `isPersonVisible`. For many people, this condition is much faster than `isPersonVisible`, because
 * PostgreSQL looks up only hidden people, in the small `profiles_hidden` index.
 */
export function isPersonHidden(viewer: Viewer, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  const isHidden = sql`exists (select from profiles where profiles.user_id = ${userId}
    and (deletion_scheduled_at is not null or suspended_until is not null) and ${isAccountHidden()})`
  if (viewer.kind === 'anonymous') return sql<boolean>`${isHidden}`
  return sql<boolean>`(${userId} <> ${viewer.id} and (${isHidden} or ${isBlockedEitherWay(viewer.id, userId)}))`
}
