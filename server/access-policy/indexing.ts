import { type RawBuilder, sql } from 'kysely'
import { allowsIndexing } from './indexing-consent.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { isAccountHidden } from './visible-profiles.ts'
import { isListed } from './visible-content.ts'

/*
 * What may leave the site: be listed by search engines, and stand in other sites' frames. Never what somebody under 18 made, or
 * somebody of unknown age (both presets alike). No band is answered, only yes or no; and no has many reasons.
 */

/** Speaks of `content` and `creator`, as the conditions on content do. */
export function isItemIndexable(): RawBuilder<boolean> {
  return sql<boolean>`(${isListed(anonymousViewer)} and ${allowsIndexing(sql.ref('content.user_id'))})`
}

/** As `isItemIndexable`, of a person's own page. Speaks of `profiles`. */
export function isProfileIndexable(): RawBuilder<boolean> {
  return sql<boolean>`(not profiles.is_private and not ${isAccountHidden()} and ${allowsIndexing(sql.ref('profiles.user_id'))})`
}
