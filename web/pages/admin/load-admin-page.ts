import { canUseConsole } from '#contract/admin/console-roles.ts'
import type { CurrentUser } from '#contract/accounts/current-user.ts'
import { loadStaffOnlyPage, type StaffLoaderArgs } from '../moderation/staff-only-loader.ts'

/**
 * Loads the data of a page of the admin console. Everyone except admins and safety leads sees the home page with HTTP
 * status 404. `isFor` limits the page to some of these roles.
 */
export function loadAdminPage<T>(
  args: unknown,
  load: () => Promise<T>,
  isFor: (role: CurrentUser['role']) => boolean = canUseConsole,
) {
  return loadStaffOnlyPage(args as StaffLoaderArgs, load, isFor)
}
