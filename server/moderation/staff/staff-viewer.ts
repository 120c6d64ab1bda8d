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

/** The viewer as staff. For everybody else none of this is there. */
export function requireStaff(viewer: Viewer): StaffViewer {
  if (!isStaffViewer(viewer)) throw new ApiError('not_found')
  return viewer
}

/** The viewer as an admin; for other staff, too, there is nothing. */
export function requireAdmin(viewer: Viewer): StaffViewer {
  const who = requireStaff(viewer)
  if (who.role !== 'admin') throw new ApiError('not_found')
  return who
}

/** Safety leads and admins: who reported, and what weighs most. */
export function canSeeReporters({ role }: StaffViewer): boolean {
  return role !== 'moderator'
}
