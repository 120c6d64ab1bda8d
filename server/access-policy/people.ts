import { type RawBuilder, sql } from 'kysely'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import {
  isFoundBySearch,
  isAccountHidden,
  isProfileVisible,
  isFullProfileVisible,
} from './visible-profiles.ts'

/*
 * The doors to people's public half, as `items.ts` has them for content. Who may see all of somebody or only the card is
 * asked by `isFullProfileVisible`.
 */

type DbOrTx = Db | Tx

/** Everybody who exists for the viewer. */
export function selectVisiblePeople(viewer: Viewer, from: DbOrTx = db) {
  return from.selectFrom('profiles').where(isProfileVisible(viewer))
}

/** Whom the viewer keeps out: only for their own list of them. */
export function selectBlockedPeople(viewer: Member, from: DbOrTx = db) {
  return from
    .selectFrom('profiles')
    .innerJoin('blocks', 'blocks.blocked_id', 'profiles.user_id')
    .where('blocks.blocker_id', '=', viewer.id)
    .where(sql<boolean>`not ${isAccountHidden()}`)
}

/** Themself alone. */
export function selectOwnProfile(userId: string, from: DbOrTx = db) {
  return from.selectFrom('profiles').where('profiles.user_id', '=', userId)
}

/** All there are, for the machine's own work. Nothing of it is answered to a viewer. */
export function selectPeopleUnchecked(from: DbOrTx = db) {
  return from.selectFrom('profiles')
}

/** `people` in a statement that is written out: `join ${visiblePeopleSource(viewer)} as profiles on …`. */
export function visiblePeopleSource(viewer: Viewer): RawBuilder<unknown> {
  return sql`(select * from profiles where ${isProfileVisible(viewer)})`
}

interface NameSearch {
  typed: string
  /** Whom their names may mean; speaks of `creator`, as `order` does. */
  fits: RawBuilder<boolean>
  order: RawBuilder<unknown>
  most: number
}

/**
 * Who may be found by what was typed, in two parts of a statement: `with called as materialized (${called}) … from ${seen} creator`. The first
 * `most` are picked by their names before the viewer is asked about. Of whom only the card is shown, no name but the username is read.
 */
export function peopleByNameSource(viewer: Viewer, { typed, fits, order, most }: NameSearch) {
  return {
    called: sql`select * from profiles creator where ${fits} order by ${order} limit ${most}`,
    seen: sql`(select user_id, username, avatar_url, search_words,
      case when ${isFullProfileVisible(viewer, 'creator')} then display_name else '' end as display_name
      from called creator where ${isFoundBySearch(viewer, typed)})`,
  }
}

/** Whether the person of this id is a minor. Without a profile they count as one. */
export function isMinor(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select profiles.is_minor from profiles where profiles.user_id = ${userId}), true)`
}

/** Is the person of this id there, for people in general? */
export function isPersonActive(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where profiles.user_id = ${userId} and not ${isAccountHidden()})`
}

/** Does the person of this id exist for the viewer? */
export function isPersonVisible(viewer: Viewer, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where profiles.user_id = ${userId} and ${isProfileVisible(viewer)})`
}
