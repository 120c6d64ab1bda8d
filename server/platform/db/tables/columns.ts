import type { ColumnType, Generated } from 'kysely'

/** Set by the database, never updated. */
export type CreatedAtColumn = ColumnType<Date, Date | undefined, never>
export type TimestampColumn = ColumnType<Date, Date | undefined, Date>
export type GeneratedIdColumn = Generated<string>
