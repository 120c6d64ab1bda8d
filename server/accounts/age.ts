import { sql } from 'kysely'
import { ageLimits } from '#contract/limits.ts'
import { type AgeBand, getAgeBand, getDefaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { config } from '../platform/config.ts'

/**
 * The effective age is the declared age plus one year for each year that has passed since it was declared.
 * Use this expression only in a query that selects from `private_details`.
 */
export const effectiveAgeSql = sql<number>`(private_details.age + date_part('year', age(current_date, private_details.age_declared_on)))`

export const isAdult = sql<boolean>`${effectiveAgeSql} >= ${sql.lit(ageLimits.adult)}`

/** True if the person is 20 or older. People who are 20 or older cannot be members. */
export const isAboveMaxAge = sql<boolean>`${effectiveAgeSql} > ${sql.lit(ageLimits.max)}`

/**
 * The SQL version of `getAgeBand`. A person without private details counts as 13 to 15 years old. The query
 * must include `private_details`.
 */
export const ageBandSql = sql<AgeBand>`case when ${effectiveAgeSql} >= ${sql.lit(ageLimits.adult)} then '18-19'
  when ${effectiveAgeSql} >= 16 then '16-17' else '13-15' end`

/** Selects a person's age band. A person without a row in `private_details` counts as 13 to 15 years old. */
export function userAgeBandSql(userId: unknown) {
  return sql<AgeBand>`coalesce((select ${ageBandSql} from private_details where user_id = ${userId}), '13-15')`
}

/** Returns whether a new profile is private by default for a person of this age. */
export function isProfilePrivateByDefault(age: number): boolean {
  return getDefaultSettingValue('profile', getAgeBand(age), config.safetyPreset) === 'private'
}
