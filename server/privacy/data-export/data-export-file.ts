import type { Expression } from 'kysely'

/**
 * Describes one file of the export: the tables from which it is read, and the query for the user's own rows.
 */
export interface DataExportFile {
  /** The file name without `.json`. */
  file: string
  /** The description of the file in the export's README. */
  about: string
  tables: readonly string[]
  rows(userId: string): Expression<unknown>
}
