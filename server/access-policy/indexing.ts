import { type RawBuilder, sql } from 'kysely'
import { allowsIndexing } from './indexing-consent.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { isAccountHidden } from './visible-profiles.ts'
import { isListed } from './visible-content.ts'

/*
 * What search engines may index and other sites may embed. Never the content of a person under 18 or of
 * unknown age, under both presets. The answer does not reveal the age band: it is only yes or no, and no has
 * many reasons.
 */

/** Refers to `content` and `creator`, like the other conditions on content. */
export function isItemIndexable(): RawBuilder<boolean> {
  return sql<boolean>`(${isListed(anonymousViewer)} and ${allowsIndexing(sql.ref('content.user_id'))})`
}

/** Like `isItemIndexable`, for a profile page. Refers to `profiles`. */
export function isProfileIndexable(): RawBuilder<boolean> {
  return sql<boolean>`(not profiles.is_private and not ${isAccountHidden()} and ${allowsIndexing(sql.ref('profiles.user_id'))})`
}
