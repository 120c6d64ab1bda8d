import type { StaffRole } from '#contract/moderation.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Member, Viewer } from '../platform/http/viewer.ts'

export interface Staff extends Member {
  role: StaffRole
}

export function isStaff(viewer: Viewer): viewer is Staff {
  return (
    viewer.kind === 'member' && viewer.role !== 'user' && !viewer.isSuspended && viewer.leavingAt === null
  )
}

/** The viewer as staff. For everybody else none of this is there. */
export function staff(viewer: Viewer): Staff {
  if (!isStaff(viewer)) throw new Refusal('not_found')
  return viewer
}

/** The viewer as an admin; for other staff, too, there is nothing. */
export function admin(viewer: Viewer): Staff {
  const who = staff(viewer)
  if (who.role !== 'admin') throw new Refusal('not_found')
  return who
}

/** Safety leads and admins: who reported, and what weighs most. */
export function leads({ role }: Staff): boolean {
  return role !== 'moderator'
}
