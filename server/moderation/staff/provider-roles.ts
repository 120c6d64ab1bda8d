import { sql } from 'kysely'
import { isAdult } from '#server/accounts/age.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'

const roles = ['user', 'moderator', 'safety_lead', 'admin'] as const
type Role = (typeof roles)[number]

/**
 * Grants or takes away the staff role that a provider asserts at a sign-in, because the person's groups there may have
 * changed. A person has the highest of these roles: the role that the operator gave them, and the roles of all their
 * providers. This code never removes a role that the operator has given, or the role of the last admin.
 */
export async function applyProviderRole(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== 'provider_role_asserted') return
  const { userId, providerId } = event
  const person = await lockPerson(tx, userId)
  if (!person) return
  const grants = await tx
    .selectFrom('provider_role_grants')
    .select(['provider_id', 'role', 'base_role'])
    .where('user_id', '=', userId)
    .execute()
  const asserted = event.role && person.can_be_staff ? event.role : null
  if (event.role && !asserted) log.warn('provider role ignored; staff must be adults', { userId })
  if (!asserted && !grants.some((grant) => grant.provider_id === providerId)) return
  // If the role differs from what the grants explain, the operator has changed it since.
  const explained = highestRole([grants[0]?.base_role ?? person.role, ...grants.map(({ role }) => role)])
  const base = grants[0] && explained === person.role ? grants[0].base_role : person.role
  const others = grants.filter((grant) => grant.provider_id !== providerId).map(({ role }) => role)
  const next = highestRole([base, ...others, ...(asserted ? [asserted] : [])])
  if (person.role === 'admin' && next !== 'admin' && !(await hasOtherAdmin(tx, userId))) {
    log.warn('provider role kept; this is the last admin', { userId })
    await auditRole(tx, userId, providerId, { from: 'admin', to: 'admin', kept: 'last admin' })
    return
  }
  await storeGrant(tx, { userId, providerId, role: asserted, base })
  if (next === person.role) return
  await tx.updateTable('users').set({ role: next }).where('id', '=', userId).execute()
  // The role takes effect with the session that this sign-in opens.
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await auditRole(tx, userId, providerId, { from: person.role, to: next })
}

async function lockPerson(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .leftJoin('private_details', 'private_details.user_id', 'users.id')
    .select(['users.role'])
    .select(sql<boolean>`coalesce(users.email_verified and ${isAdult}, false)`.as('can_be_staff'))
    .where('users.id', '=', userId)
    .forNoKeyUpdate('users')
    .executeTakeFirst()
}

function highestRole(given: readonly Role[]): Role {
  return roles.findLast((role) => given.includes(role)) ?? 'user'
}

/**
 * Returns whether another person is an admin. The advisory lock makes sign-ins that would take the role from two
 * admins at the same time run one after the other, so one admin remains.
 */
async function hasOtherAdmin(tx: Tx, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('last-admin'))`.execute(tx)
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .where('id', '<>', userId)
    .executeTakeFirst()
  return other !== undefined
}

interface Grant {
  userId: string
  providerId: string
  role: Exclude<Role, 'user'> | null
  base: Role
}

/** Stores the provider's grant, or deletes it if the provider asserts no role any more. */
async function storeGrant(tx: Tx, { userId, providerId, role, base }: Grant): Promise<void> {
  if (role === null)
    await tx
      .deleteFrom('provider_role_grants')
      .where('user_id', '=', userId)
      .where('provider_id', '=', providerId)
      .execute()
  else
    await tx
      .insertInto('provider_role_grants')
      .values({ user_id: userId, provider_id: providerId, role, base_role: base })
      .onConflict((row) => row.columns(['user_id', 'provider_id']).doUpdateSet({ role }))
      .execute()
  // All grants of a person share the same base role.
  await tx
    .updateTable('provider_role_grants')
    .set({ base_role: base })
    .where('user_id', '=', userId)
    .execute()
}

async function auditRole(
  tx: Tx,
  userId: string,
  provider: string,
  details: Record<string, string>,
): Promise<void> {
  await writeAuditEntry(tx, {
    action: 'role',
    subject: { kind: 'profile', id: userId },
    details: { ...details, provider },
  })
}
