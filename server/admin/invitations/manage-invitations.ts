import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import {
  type createInvitation as declaredCreation,
  type Invitation,
  invitationLimits,
  type listInvitations as declaredList,
} from '#contract/invitations/invitations.ts'
import { sql } from 'kysely'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import { getInvitationState } from '#server/auth/invitations/invitation-state.ts'
import { createRandomToken, hashToken } from '#server/auth/random-token.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import { config } from '#server/platform/config.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'

const { rowCursor, before } = createKeyset('invitations')
const dayMs = 24 * 3600_000

/**
 * Creates an invitation and returns its link. The database stores only a hash of the token, so the link cannot
 * be shown again. `actor` is null for the operator on the command line.
 */
export function createInvitationLink(
  actor: { id: string } | null,
  { uses, days, note }: ParsedInputOf<typeof declaredCreation>['body'],
): Promise<ResponseOf<typeof declaredCreation>> {
  const token = createRandomToken()
  return transaction(async (tx) => {
    const { id } = await tx
      .insertInto('invitations')
      .values({
        token_hash: hashToken(token),
        note,
        created_by: actor?.id ?? null,
        expires_at: new Date(Date.now() + days * dayMs),
        max_uses: uses,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAuditEntry(tx, {
      action: 'invitation created',
      actor: actor?.id ?? null,
      subject: { kind: 'invitation', id },
      details: { uses, days },
    })
    const row = await selectInvitations(tx).where('invitations.id', '=', id).executeTakeFirstOrThrow()
    const url = `${config.publicUrl}/join?${new URLSearchParams({ invite: token })}`
    return { invitation: presentInvitation(row), url }
  })
}

/** Lists the invitations, newest first. */
export async function listInvitationPage({
  cursor,
}: ParsedInputOf<typeof declaredList>['query']): Promise<ResponseOf<typeof declaredList>> {
  const rows = await selectInvitations(db)
    .select(rowCursor.as('place'))
    .where(before(cursor))
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(toFetchLimitSql(invitationLimits.perPage))
    .execute()
  const { items, next_cursor } = paginateRows(rows, invitationLimits.perPage)
  return { items: items.map(presentInvitation), next_cursor }
}

/** Revokes an invitation. Accounts that were created with it are not affected. */
export function revokeInvitationById(actor: { id: string }, id: string): Promise<undefined> {
  return transaction(async (tx) => {
    const exists = await tx
      .selectFrom('invitations')
      .select('revoked_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!exists) throw new ApiError('not_found')
    if (exists.revoked_at) return undefined
    await tx
      .updateTable('invitations')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    const subject = { kind: 'invitation', id }
    await writeAuditEntry(tx, { action: 'invitation revoked', actor: actor.id, subject })
    return undefined
  })
}

function selectInvitations(on: Pick<typeof db, 'selectFrom'>) {
  return on
    .selectFrom('invitations')
    .select((eb) =>
      // Staff see which staff member created an invitation.
      selectOwnProfile(eb.ref('invitations.created_by') as never)
        .select('profiles.username')
        .as('username'),
    )
    .select(['invitations.id', 'note', 'uses', 'max_uses', 'expires_at', 'revoked_at', 'last_used_at'])
    .select('invitations.created_at')
}

type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['execute']>>[number]

function presentInvitation(row: InvitationRow): Invitation {
  const { id, note, uses, max_uses, username } = row
  return {
    id,
    note,
    state: getInvitationState(row),
    uses,
    max_uses,
    created_at: row.created_at.toISOString(),
    created_by: username,
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
