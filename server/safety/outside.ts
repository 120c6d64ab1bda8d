import { type RawBuilder, sql } from 'kysely'
import { ages } from '#contract/limits.ts'
import { isAdult } from '../accounts/age.ts'
import { anonymous } from '../platform/http/viewer.ts'
import { isAway } from './profile.ts'
import { listed } from './visible.ts'

/*
 * What may leave the site: be listed by search engines, and stand in other sites' frames. Never what somebody under 18 made, or
 * somebody of unknown age (both presets alike). No band is answered, only yes or no; and no has many reasons.
 */

/** Speaks of `content` and `creator`, as the conditions on content do. */
export function mayLeave(): RawBuilder<boolean> {
  return sql<boolean>`(${listed(anonymous)} and ${adult(sql.ref('content.user_id'))})`
}

/** As `mayLeave`, of a person's own page. Speaks of `profiles`. */
export function pageMayLeave(): RawBuilder<boolean> {
  return sql<boolean>`(not profiles.is_private and not ${isAway()} and ${adult(sql.ref('profiles.user_id'))})`
}

/** 18 or over. Who joined younger says so first (see `usual` in `settings.ts`); anybody may say no. */
function adult(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from private_details where private_details.user_id = ${userId} and ${isAdult}
    and (${says('on')} or (private_details.age >= ${sql.lit(ages.adult)} and not ${says('never')})))`
}

function says(value: 'on' | 'never'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from safety_settings where safety_settings.user_id = private_details.user_id
    and setting = 'outside' and value = to_jsonb(${sql.lit(value)}::text))`
}
