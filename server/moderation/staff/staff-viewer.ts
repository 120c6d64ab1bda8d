import { type StaffRole, staffRoles } from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'

export interface StaffViewer extends Member {
  role: StaffRole
}

export function isStaffViewer(viewer: Viewer): viewer is StaffViewer {
  return (
    viewer.kind === 'member' &&
    viewer.role !== 'user' &&
    !viewer.isSuspended &&
    viewer.deletionScheduledAt === null
  )
}

/**
 * Returns the viewer if they have one of the staff roles. Throws `second_factor_required` for staff with one of these
 * roles who have not signed in with a second factor, and `not_found` for everyone else.
 */
export function requireStaffRole<Role extends StaffRole>(
  viewer: Viewer,
  roles: readonly Role[],
): StaffViewer & { role: Role } {
  if (isStaffViewer(viewer) && hasRole(viewer, roles)) return viewer
  if (lacksSecondFactor(viewer, roles)) throw new ApiError('second_factor_required')
  throw new ApiError('not_found')
}

export function requireStaff(viewer: Viewer): StaffViewer {
  return requireStaffRole(viewer, staffRoles)
}

export function requireAdmin(viewer: Viewer): StaffViewer & { role: 'admin' } {
  return requireStaffRole(viewer, ['admin'])
}

/** Returns whether the viewer would have one of the staff roles if they had signed in with a second factor. */
export function lacksSecondFactor(viewer: Viewer, roles: readonly StaffRole[] = staffRoles): boolean {
  return (
    viewer.kind === 'member' &&
    viewer.pendingRole !== undefined &&
    roles.includes(viewer.pendingRole) &&
    !viewer.isSuspended &&
    viewer.deletionScheduledAt === null
  )
}

function hasRole<Role extends StaffRole>(
  viewer: StaffViewer,
  roles: readonly Role[],
): viewer is StaffViewer & { role: Role } {
  return roles.some((role) => role === viewer.role)
}

/**
 * Returns whether the staff member can see the reporters' names. Only safety leads and admins can see the
 * reporters' names.
 */
export function canSeeReporters({ role }: StaffViewer): boolean {
  return role !== 'moderator'
}
