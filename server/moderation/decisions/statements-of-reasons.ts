import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import { appealWindowMonths, type ModerationAction } from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type {
  listStatementsOfReasons,
  StatementOfReasons,
} from '#contract/moderation/statements-of-reasons.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'

/** Moderation actions that restrict nothing and therefore cannot be appealed. */
export const nonRestrictiveActions: readonly ModerationAction[] = ['approve', 'restore']

/** Lists the viewer's statements of reasons, newest first. */
export async function listOwnStatementsOfReasons(
  viewer: Member,
): Promise<ResponseOf<typeof listStatementsOfReasons>> {
  const rows = await selectStatements(viewer)
    .orderBy('decisions.made_at', 'desc')
    .orderBy('decisions.id', 'desc')
    .limit(100)
    .execute()
  return { items: rows.map(presentStatement) }
}

export async function loadOwnStatementOfReasons(
  viewer: Member,
  id: string,
  on: Db | Tx = db,
): Promise<StatementOfReasons> {
  const row = await selectStatements(viewer, on).where('decisions.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('statement_not_found')
  return presentStatement(row)
}

/**
 * Selects the viewer's statements of reasons except for dismissals, because owners must not learn that they
 * were reported.
 */
function selectStatements(viewer: Member, on: Db | Tx = db) {
  return on
    .selectFrom('decisions')
    .leftJoin('appeals', 'appeals.decision_id', 'decisions.id')
    .select(['decisions.id', 'subject', 'decisions.content_id', 'about', 'action', 'rule', 'source'])
    .select(['automatic', 'facts', 'strikes', 'until', 'decisions.made_at', 'reversed_at'])
    .select(['appeals.words', 'appeals.made_at as appealed_at', 'appeals.outcome', 'appeals.answer'])
    .select('appeals.decided_at')
    .select(
      sql<Date>`decisions.made_at + make_interval(months => ${sql.lit(appealWindowMonths)})`.as(
        'appeal_until',
      ),
    )
    .where('decisions.user_id', '=', viewer.id)
    .where('decisions.action', '<>', 'dismiss')
}

type StatementRow = Awaited<ReturnType<ReturnType<typeof selectStatements>['executeTakeFirstOrThrow']>>

function presentStatement(row: StatementRow): StatementOfReasons {
  const { words, appealed_at, outcome, answer, decided_at, until, made_at, reversed_at, appeal_until } = row
  const isOver = nonRestrictiveActions.includes(row.action) || reversed_at !== null
  return {
    id: row.id,
    subject: row.subject,
    content_id: row.content_id,
    about: row.about,
    // Only admins may know that an item is quarantined, so the owner sees a quarantined item as removed.
    action: row.action === 'quarantine' ? 'remove' : row.action,
    rule: row.rule,
    source: row.source,
    automatic: row.automatic,
    facts: row.facts,
    strikes: row.strikes,
    until: until?.toISOString() ?? null,
    made_at: made_at.toISOString(),
    reversed_at: reversed_at?.toISOString() ?? null,
    may_appeal: !isOver && words === null && appeal_until > new Date(),
    appeal_until: isOver ? null : appeal_until.toISOString(),
    appeal:
      words === null
        ? null
        : {
            words,
            made_at: appealed_at!.toISOString(),
            outcome,
            answer: answer ?? '',
            decided_at: decided_at?.toISOString() ?? null,
          },
  }
}
