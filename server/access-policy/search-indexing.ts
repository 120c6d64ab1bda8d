import { type RawBuilder, sql } from 'kysely'
import { allowsSearchIndexing } from './search-indexing-consent.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { isAccountHidden } from './visible-profiles.ts'
import { isListed } from './visible-content.ts'

/*
 * Rules for what search engines may index and other sites may embed. With either safety preset, the content
 * of a person under 18 or of unknown age is never indexable. Code outside this file learns only whether an
 * item or profile is indexable, not why. An item or profile can be excluded for many reasons, so the result
 * does not reveal a person's age band.
 */

/**
 * Whether an item is indexable. Like the other conditions on content, this condition refers to the tables
 * `content` and `creator`.
 */
export function isItemIndexable(): RawBuilder<boolean> {
  return sql<boolean>`(${isListed(anonymousViewer)} and ${allowsSearchIndexing(sql.ref('content.user_id'))})`
}

/** Whether a profile page is indexable. Use this condition only in a query that selects from `profiles`. */
export function isProfileIndexable(): RawBuilder<boolean> {
  return sql<boolean>`(not profiles.is_private and not ${isAccountHidden()} and ${allowsSearchIndexing(sql.ref('profiles.user_id'))})`
}
