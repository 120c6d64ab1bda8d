import { accountDeletionLimits } from '#contract/limits.ts'

/**
 * A retention rule says how long rows are kept and what deletes them. docs/retention.md explains the rules to
 * users.
 */
export interface RetentionRule {
  tables: readonly string[]
  /** The retention period, described in words. */
  kept: string
  /**
   * What deletes the rows: `account` (the deletion of the account or the item), `here` (the daily job in
   * retention.ts), `never` (nothing), or the name of the cron job that deletes the rows.
   */
  by: string
  /** If set, the daily job deletes rows in which the time in `column` is more than `days` days ago. */
  sweep?: { column: string; days: number }
}

export const untilAccountDeletion = `until deleted; with the account within ${accountDeletionLimits.erasedHours} hours`
