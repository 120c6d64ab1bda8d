import { type RawBuilder, sql } from 'kysely'
import { goesOutside } from './goes-outside.ts'
import { anonymous } from '../platform/http/viewer.ts'
import { isAway } from './profile.ts'
import { listed } from './visible.ts'

/*
 * What may leave the site: be listed by search engines, and stand in other sites' frames. Never what somebody under 18 made, or
 * somebody of unknown age (both presets alike). No band is answered, only yes or no; and no has many reasons.
 */

/** Speaks of `content` and `creator`, as the conditions on content do. */
export function mayLeave(): RawBuilder<boolean> {
  return sql<boolean>`(${listed(anonymous)} and ${goesOutside(sql.ref('content.user_id'))})`
}

/** As `mayLeave`, of a person's own page. Speaks of `profiles`. */
export function pageMayLeave(): RawBuilder<boolean> {
  return sql<boolean>`(not profiles.is_private and not ${isAway()} and ${goesOutside(sql.ref('profiles.user_id'))})`
}
