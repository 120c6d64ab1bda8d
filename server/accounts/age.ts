import { sql } from 'kysely'
import { ages } from '#contract/limits.ts'

/** The effective age: as declared, and a year more for each that has passed since (ruling 12). Speaks of `private_details`. */
export const effectiveAge = sql<number>`(private_details.age + date_part('year', age(current_date, private_details.age_declared_on)))`

export const isAdult = sql<boolean>`${effectiveAge} >= ${sql.lit(ages.adult)}`
