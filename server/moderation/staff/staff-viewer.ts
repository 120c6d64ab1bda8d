import type { StaffRole } from '#contract/moderation/moderation-policy.ts'
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

/** Returns the viewer if they are staff. Throws `not_found` for everyone else. */
export function requireStaff(viewer: Viewer): StaffViewer {
  if (!isStaffViewer(viewer)) throw new ApiError('not_found')
  return viewer
}

/** Returns the viewer if they are an admin. Throws `not_found` for everyone else, including other staff. */
export function requireAdmin(viewer: Viewer): StaffViewer {
  const who = requireStaff(viewer)
  if (who.role !== 'admin') throw new ApiError('not_found')
  return who
}

/**
 * Returns whether the staff member can see the reporters' names. Only safety leads and admins can see the
 * reporters' names.
 */
export function canSeeReporters({ role }: StaffViewer): boolean {
  return role !== 'moderator'
}
