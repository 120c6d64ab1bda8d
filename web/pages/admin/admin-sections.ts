import { adminConsoleMessages } from '#web/messages/admin/console.ts'
import { adminContactMessages } from '#web/messages/admin/contact.ts'
import { pagePaths } from '#web/paths.ts'

interface AdminSection {
  to: string
  label: string
  /** Whether only the role `admin` can open the section. Safety leads do not see a link to it. */
  isForAdminsOnly?: true
  /** A number that the navigation shows beside the label, unless it is zero. */
  count?: { value: number; label: string }
}

/** The sections of the admin console in the order of the navigation. Each section adds one line. */
export const getAdminSections = (openMessages: number): AdminSection[] => [
  { to: pagePaths.admin, label: adminConsoleMessages.sections.overview },
  { to: pagePaths.adminPeople, label: adminConsoleMessages.sections.people },
  { to: pagePaths.adminContent(), label: adminConsoleMessages.sections.content },
  { to: pagePaths.adminJobs(), label: adminConsoleMessages.sections.jobs, isForAdminsOnly: true },
  { to: pagePaths.adminStorage, label: adminConsoleMessages.sections.storage, isForAdminsOnly: true },
  {
    to: pagePaths.adminContact(),
    label: adminConsoleMessages.sections.contact,
    count: { value: openMessages, label: adminContactMessages.openCount({ n: openMessages }) },
  },
  { to: pagePaths.adminAuditLog(), label: adminConsoleMessages.sections.auditLog },
  { to: pagePaths.adminWebhooks, label: adminConsoleMessages.sections.webhooks, isForAdminsOnly: true },
  { to: pagePaths.adminInvitations(), label: adminConsoleMessages.sections.invitations },
  { to: pagePaths.adminSettings, label: adminConsoleMessages.sections.settings, isForAdminsOnly: true },
]
