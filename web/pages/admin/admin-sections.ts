import { adminConsoleMessages } from '#web/messages/admin/console.ts'
import { pagePaths } from '#web/paths.ts'

interface AdminSection {
  to: string
  label: string
  /** Whether only the role `admin` can open the section. Safety leads do not see a link to it. */
  isForAdminsOnly?: true
}

/** The sections of the admin console in the order of the navigation. Each section adds one line. */
export const getAdminSections = (): AdminSection[] => [
  { to: pagePaths.admin, label: adminConsoleMessages.sections.overview },
  { to: pagePaths.adminInvitations(), label: adminConsoleMessages.sections.invitations },
  { to: pagePaths.adminSettings, label: adminConsoleMessages.sections.settings, isForAdminsOnly: true },
]
