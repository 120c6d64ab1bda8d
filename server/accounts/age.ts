import { sql } from 'kysely'
import { ages } from '#contract/limits.ts'
import { type Band, bandOf, defaultOf } from '#contract/safety-defaults.ts'
import { config } from '../platform/config.ts'

/** The effective age: as declared, and a year more for each that has passed since (ruling 12). Speaks of `private_details`. */
export const effectiveAge = sql<number>`(private_details.age + date_part('year', age(current_date, private_details.age_declared_on)))`

export const isAdult = sql<boolean>`${effectiveAge} >= ${sql.lit(ages.adult)}`

/** Twenty or older: the time here is over (ruling 12). */
export const isGrown = sql<boolean>`${effectiveAge} > ${sql.lit(ages.max)}`

/** `bandOf` in SQL; a person without private details counts as the youngest. Speaks of `private_details`. */
export const band = sql<Band>`case when ${effectiveAge} >= ${sql.lit(ages.adult)} then '18-19'
  when ${effectiveAge} >= 16 then '16-17' else '13-15' end`

/** Whether a new profile of somebody of this age is private until they choose otherwise. */
export function startsPrivate(age: number): boolean {
  return defaultOf('profile', bandOf(age), config.safetyPreset) === 'private'
}
