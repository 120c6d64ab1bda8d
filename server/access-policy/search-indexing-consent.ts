import { type RawBuilder, sql } from 'kysely'
import { ageLimits } from '#contract/limits.ts'
import { isAdult } from '#server/accounts/age.ts'

/**
 * Returns whether this person allows search engines to index their content. Indexing is allowed by default
 * for people who joined as adults. People who joined as minors must opt in (see `defaultForOwner` in
 * safety-settings.ts). Anyone can opt out.
 */
export function allowsSearchIndexing(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from private_details where private_details.user_id = ${userId} and ${isAdult}
    and (${hasIndexingSetting('on')} or (private_details.age >= ${sql.lit(ageLimits.adult)} and not ${hasIndexingSetting('never')})))`
}

function hasIndexingSetting(value: 'on' | 'never'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from safety_settings where safety_settings.user_id = private_details.user_id
    and setting = 'outside' and value = to_jsonb(${sql.lit(value)}::text))`
}
