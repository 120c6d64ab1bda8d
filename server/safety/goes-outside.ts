import { type RawBuilder, sql } from 'kysely'
import { ages } from '#contract/limits.ts'
import { isAdult } from '../accounts/age.ts'

/** 18 or over. Who joined younger says so first (see `usual` in `settings.ts`); anybody may say no. */
export function goesOutside(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from private_details where private_details.user_id = ${userId} and ${isAdult}
    and (${says('on')} or (private_details.age >= ${sql.lit(ages.adult)} and not ${says('never')})))`
}

function says(value: 'on' | 'never'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from safety_settings where safety_settings.user_id = private_details.user_id
    and setting = 'outside' and value = to_jsonb(${sql.lit(value)}::text))`
}
