import { canUseConsole, type ConsoleRole } from '#contract/admin/console-roles.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { requireStaff, type StaffViewer, isStaffViewer } from '#server/moderation/staff/staff-viewer.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

export interface ConsoleViewer extends StaffViewer {
  role: ConsoleRole
}

export function isConsoleViewer(viewer: Viewer): viewer is ConsoleViewer {
  return isStaffViewer(viewer) && canUseConsole(viewer.role)
}

/**
 * Returns the viewer if they can use the admin console. Throws `not_found` for everyone else. Every endpoint of the
 * console calls this function or `requireAdmin`.
 */
export function requireConsoleViewer(viewer: Viewer): ConsoleViewer {
  const staff = requireStaff(viewer)
  if (!isConsoleViewer(staff)) throw new ApiError('not_found')
  return staff
}
