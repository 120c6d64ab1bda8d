import { consoleRoles, type ConsoleRole } from '#contract/admin/console-roles.ts'
import {
  isStaffViewer,
  lacksSecondFactor,
  requireStaffRole,
  type StaffViewer,
} from '#server/moderation/staff/staff-viewer.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

export type ConsoleViewer = StaffViewer & { role: ConsoleRole }

/**
 * Returns the viewer if they can open the admin console, and throws `second_factor_required` for admins and safety leads who
 * have not signed in with a second factor, and `not_found` for everyone else. Every endpoint of the console calls this
 * function or `requireAdmin`.
 */
export function requireConsoleViewer(viewer: Viewer): ConsoleViewer {
  return requireStaffRole(viewer, consoleRoles)
}

/** Returns whether the viewer is allowed to learn that the endpoints of the admin console exist. */
export function canSeeConsole(viewer: Viewer): boolean {
  const hasRole = isStaffViewer(viewer) && consoleRoles.some((role) => role === viewer.role)
  return hasRole || lacksSecondFactor(viewer, consoleRoles)
}
