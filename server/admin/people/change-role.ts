import type { AdminPerson, UserRole } from '#contract/admin/people.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { removeSecondFactors } from '#server/moderation/staff/reset-two-factor.ts'
import { changeUserRole, type RoleRefusal } from '#server/moderation/staff/roles.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { ConsoleViewer } from '../console-viewer.ts'
import { loadPerson, requirePerson } from './load-person.ts'

const errors: Record<RoleRefusal, ApiErrorCode> = {
  minor: 'role_minor',
  unconfirmed: 'role_unconfirmed',
  last_admin: 'last_admin',
}

/** Changes the role of another account. Admins cannot change their own role. */
export async function changePersonRole(
  viewer: ConsoleViewer,
  userId: string,
  role: UserRole,
): Promise<AdminPerson> {
  if (userId === viewer.id) throw new ApiError('own_account')
  await transaction(async (tx) => {
    await requirePerson(tx, viewer, userId)
    const refusal = await changeUserRole(tx, { userId, role, actor: viewer.id })
    if (refusal) throw new ApiError(errors[refusal])
  })
  return loadPerson(viewer, userId)
}

/** Removes the second factor of a person who has lost it. */
export async function resetPersonSecondFactor(viewer: ConsoleViewer, userId: string): Promise<AdminPerson> {
  if (userId === viewer.id) throw new ApiError('own_account')
  await transaction(async (tx) => {
    await requirePerson(tx, viewer, userId)
    await removeSecondFactors(tx, userId, viewer.id)
  })
  return loadPerson(viewer, userId)
}
