import type { ColumnType, Generated } from 'kysely'

/** Set by the database, never updated. */
export type Made = ColumnType<Date, Date | undefined, never>
export type Kept = ColumnType<Date, Date | undefined, Date>
export type Id = Generated<string>
