import { sql } from 'kysely'
import type { AdminPerson } from '#contract/admin/people.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { ageBandSql } from '#server/accounts/age.ts'
import { hasAuthenticatorApp, hasPasskey } from '#server/auth/two-factor/staff-second-factor.ts'
import { isCaseAccessible } from '#server/moderation/cases/case-access.ts'
import { listDecisions } from '#server/moderation/decisions/list-decisions.ts'
import { countActiveStrikes } from '#server/moderation/decisions/strikes.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import type { ConsoleViewer } from '../console-viewer.ts'
import { limitLookups, logPersonView } from './log-lookup.ts'
import { presentPersonRow, selectPeopleForConsole } from './select-people.ts'

/** Returns an account as staff may see it, and logs the view. */
export async function viewPerson(viewer: ConsoleViewer, id: string): Promise<AdminPerson> {
  await transaction(async (tx) => {
    await limitLookups(tx, viewer)
    await requirePerson(tx, viewer, id)
    await logPersonView(tx, viewer, id)
  })
  return loadPerson(viewer, id)
}

/** Throws `not_found` if the viewer may not look up this account. */
export async function requirePerson(tx: Tx, viewer: ConsoleViewer, id: string) {
  const row = await selectPeopleForConsole(viewer, tx).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row
}

export async function loadPerson(viewer: ConsoleViewer, id: string): Promise<AdminPerson> {
  const [row, counts, cases, strikes, decisions] = await Promise.all([
    loadAccount(viewer, id),
    countOwnRecords(id),
    listOpenCases(viewer, id),
    countActiveStrikes(id),
    listDecisions({ userId: id }),
  ])
  const { email, email_verified, band, is_private, has_second_factor } = row
  return {
    ...presentPersonRow(row),
    email,
    email_confirmed: email_verified,
    age_band: band,
    is_private,
    has_second_factor,
    suspended_until: row.suspended_until?.toISOString() ?? null,
    comments_muted_until: row.comments_muted_until?.toISOString() ?? null,
    strikes,
    counts,
    cases: cases.map(({ opened_at, ...one }) => ({ ...one, opened_at: opened_at.toISOString() })),
    decisions,
    may: listPermissions(viewer, row),
  }
}

async function loadAccount(viewer: ConsoleViewer, id: string) {
  const row = await selectPeopleForConsole(viewer, db)
    .innerJoin('private_details', 'private_details.user_id', 'users.id')
    .select(['users.email', 'users.email_verified', 'profiles.is_private', ageBandSql.as('band')])
    .select(sql<boolean>`(${hasAuthenticatorApp} or ${hasPasskey})`.as('has_second_factor'))
    .select(
      sql<Date | null>`case when profiles.suspended_until > now() and profiles.suspended_until < 'infinity'
        then profiles.suspended_until end`.as('suspended_until'),
    )
    .select(
      sql<Date | null>`case when profiles.comments_muted_until > now() then profiles.comments_muted_until end`.as(
        'comments_muted_until',
      ),
    )
    .select(['profiles.private_by_decision'])
    .where('users.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row
}

type AccountRow = Awaited<ReturnType<typeof loadAccount>>

function listPermissions(viewer: ConsoleViewer, row: AccountRow): AdminPerson['may'] {
  const isOther = row.id !== viewer.id
  const isAdmin = viewer.role === 'admin'
  const isSanctioned =
    row.suspended_until !== null ||
    row.state === 'banned' ||
    row.comments_muted_until !== null ||
    row.private_by_decision
  const canSanction = isOther && (isAdmin || row.role === 'user')
  return {
    sanctions: canSanction ? (isSanctioned ? ['suspend', 'ban', 'restore'] : ['suspend', 'ban']) : [],
    change_role: isOther && isAdmin,
    reset_second_factor: isOther && isAdmin && (row.has_second_factor || row.role !== 'user'),
  }
}

async function countOwnRecords(id: string): Promise<AdminPerson['counts']> {
  const { videos } = await selectItemsWithoutAccessCheck()
    .select(sql<number>`count(*)::int`.as('videos'))
    .where('content.user_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Omit<AdminPerson['counts'], 'videos'>>`select
    (select count(*)::int from sessions where user_id = ${id} and expires_at > now()) as sessions,
    (select count(*)::int from comments where user_id = ${id}) as comments,
    (select count(*)::int from follows where followed_id = ${id} and state = 'approved') as followers,
    (select count(*)::int from follows where follower_id = ${id} and state = 'approved') as following,
    (select count(*)::int from reports join cases on cases.id = reports.case_id
      where cases.user_id = ${id}) as reports`.execute(db)
  return { ...rows[0]!, videos }
}

function listOpenCases(viewer: ConsoleViewer, id: string) {
  return db
    .selectFrom('cases')
    .select(['cases.id', 'subject', 'opened_at'])
    .where('user_id', '=', id)
    .where('closed_at', 'is', null)
    .where(isCaseAccessible(viewer))
    .orderBy('opened_at', 'desc')
    .limit(20)
    .execute()
}
