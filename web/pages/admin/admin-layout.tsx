import { Outlet } from 'react-router'
import { canUseConsole } from '#contract/admin/console-roles.ts'
import { AdminNavigation } from '#web/features/admin/admin-navigation.tsx'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { getAdminSections } from './admin-sections.ts'

/** The layout of the admin console: its navigation and the page of a section. */
export default function AdminLayout() {
  const { me } = useAuth()
  // Each page checks the role again on the server. For other people, the page is the home page with status 404.
  if (!me || !canUseConsole(me.role)) return <Outlet />
  const sections = getAdminSections().filter((section) => !section.isForAdminsOnly || me.role === 'admin')
  return (
    <div className="admin">
      <AdminNavigation sections={sections} />
      <div className="admin-page">
        <Outlet />
      </div>
    </div>
  )
}
