import type { ColumnType, Generated } from 'kysely'

/** A creation time that the database sets and that is never updated. */
export type CreatedAtColumn = ColumnType<Date, Date | undefined, never>
export type TimestampColumn = ColumnType<Date, Date | undefined, Date>
export type GeneratedIdColumn = Generated<string>
