import { sql } from 'kysely'
import { ageLimits } from '#contract/limits.ts'
import { effectiveAgeSql } from '#server/accounts/age.ts'
import { accountVisibilityJob } from '#server/content/account-visibility.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Job } from '#server/platform/queue/queue.ts'
import { verifyAuditLogChain } from '#server/moderation/audit/verify-audit-chain.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { isAccountActive, selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { streamRows } from './row-cursor.ts'
import { type IntegrityFinding, createIntegrityFinding } from './integrity-finding.ts'
import { verifyChartRankingPoints } from './verify-chart-ranking-points.ts'

/** Uses one database snapshot to check the invariants that rows of different tables must satisfy. */
export async function* verifyRows(tx: Tx): AsyncGenerator<IntegrityFinding> {
  yield* verifyCounters(tx)
  yield* verifyChartRankingPoints(tx)
  yield* verifyUsernames(tx)
  yield* verifyMinors(tx)
  yield* findAuditLogErrors()
}

interface CounterRow {
  id: string
  likes_count: number
  comments_count: number
  likes: number
  comments: number
  comments_of_all: number
}

/**
 * Counts likes and comments in the same way as content/recount-counters.ts. After an account is hidden or
 * restored, a job updates the number of comments of each item. Until that job has run, the stored number may
 * be too high or too low.
 */
async function* verifyCounters(tx: Tx): AsyncGenerator<IntegrityFinding> {
  const isRecounting = await isJobQueued(tx, accountVisibilityJob)
  const rows = streamRows<CounterRow>(
    tx,
    'counters',
    sql`${selectItemsWithoutAccessCheck(tx)
      .leftJoin(sql<Tally>`${likeTotals}`.as('liked'), (on) =>
        on.onRef('liked.content_id', '=', 'content.id'),
      )
      .leftJoin(sql<Tally>`${commentTotals}`.as('said'), (on) =>
        on.onRef('said.content_id', '=', 'content.id'),
      )
      .select(['content.id', 'likes_count', 'comments_count'])
      .select(sql<number>`coalesce(liked.counted, 0)`.as('likes'))
      .select(sql<number>`coalesce(said.counted, 0)`.as('comments'))
      .select(sql<number>`coalesce(said.of_all, 0)`.as('comments_of_all'))
      .where(
        sql<boolean>`likes_count <> coalesce(liked.counted, 0) or comments_count <> coalesce(said.counted, 0)`,
      )}`,
  )
  for await (const row of rows) {
    if (row.likes_count !== row.likes)
      yield createCounterFinding(row.id, 'likes_count', row.likes_count, row.likes)
    const { comments_count: comments, comments: least, comments_of_all: most } = row
    if (comments === least || (isRecounting && comments <= most)) continue
    yield createCounterFinding(row.id, 'comments_count', comments, least)
  }
}

interface Tally {
  content_id: string
  counted: number
  of_all: number
}

const likeTotals = sql`(select content_id, count(*)::int as counted from likes group by content_id)`
const commentTotals = sql`(select content_id, count(*)::int as of_all,
  (count(*) filter (where ${isAccountActive(sql.ref('comments.user_id'))}))::int as counted
  from comments where moderation = 'approved' and broadcast_ms is null group by content_id)`

function createCounterFinding(id: string, counter: string, says: number, rows: number): IntegrityFinding {
  return createIntegrityFinding(
    'counter_wrong',
    `content ${id}`,
    `${counter} is ${says}, but there are ${rows} rows.`,
  )
}

async function isJobQueued(tx: Tx, { name, formerName }: Job<object>): Promise<boolean> {
  const names = [name, formerName ?? name]
  const { rows } =
    await sql`select from pgboss.job where name = any(${names}) and state < 'completed' limit 1`.execute(tx)
  return rows.length > 0
}

async function* verifyUsernames(tx: Tx): AsyncGenerator<IntegrityFinding> {
  const twice = streamRows<{ handle: string; count: number }>(
    tx,
    'usernames',
    sql`${selectPeopleWithoutAccessCheck(tx)
      .select([sql<string>`lower(username)`.as('handle'), sql<number>`count(*)::int`.as('count')])
      .groupBy(sql`lower(username)`)
      .having(sql<boolean>`count(*) > 1`)}`,
  )
  for await (const { handle, count } of twice)
    yield createIntegrityFinding('username_twice', `@${handle}`, `${count} people have this username.`)
}

/**
 * Finds people under 18 or of unknown age whose full name or display name is shown, or whose account is
 * treated as an adult's.
 */
async function* verifyMinors(tx: Tx): AsyncGenerator<IntegrityFinding> {
  const named = streamRows<{ user_id: string; is_shown: boolean }>(
    tx,
    'minors',
    sql`${selectPeopleWithoutAccessCheck(tx)
      .innerJoin('private_details', 'private_details.user_id', 'profiles.user_id')
      .select('profiles.user_id')
      .select(sql<boolean>`display_name_mode = 'full_name' or profiles.display_name <> ''`.as('is_shown'))
      .where(sql<boolean>`${effectiveAgeSql} < ${sql.lit(ageLimits.adult)}`)
      .where(
        sql<boolean>`(display_name_mode = 'full_name' or profiles.display_name <> '' or not is_minor)`,
      )}`,
  )
  for await (const { user_id, is_shown } of named)
    yield createIntegrityFinding(
      'minor_named',
      `profile of ${user_id}`,
      is_shown ? 'A person under 18 is shown by name.' : 'A person under 18 is treated as an adult.',
    )
}

async function* findAuditLogErrors(): AsyncGenerator<IntegrityFinding> {
  const { firstInvalidRow } = await verifyAuditLogChain()
  if (firstInvalidRow)
    yield createIntegrityFinding(
      'audit_broken',
      `audit_log ${firstInvalidRow.seq}`,
      `${firstInvalidRow.why}.`,
    )
}
