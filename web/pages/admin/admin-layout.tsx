import { Outlet } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { canUseConsole } from '#contract/admin/console-roles.ts'
import { listContactMessages } from '#contract/contact/contact-inbox.ts'
import { AdminNavigation } from '#web/features/admin/admin-navigation.tsx'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import type { Route } from './+types/admin-layout.ts'
import { getAdminSections } from './admin-sections.ts'

/** Loads the number of open contact messages, which the navigation shows. */
export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  if (!me || !canUseConsole(me.role)) return { openMessages: 0 }
  const { counts } = await api(listContactMessages, { query: { limit: 1 } })
  return { openMessages: counts.open }
}

/** The layout of the admin console: its navigation and the page of a section. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { me } = useAuth()
  // Each page checks the role again on the server. For other people, the page is the home page with status 404.
  if (!me || !canUseConsole(me.role)) return <Outlet />
  const sections = getAdminSections(loaderData.openMessages).filter(
    (section) => !section.isForAdminsOnly || me.role === 'admin',
  )
  return (
    <div className="admin">
      <AdminNavigation sections={sections} />
      <div className="admin-page">
        <Outlet />
      </div>
    </div>
  )
}
