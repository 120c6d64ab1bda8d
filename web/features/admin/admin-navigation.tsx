import { NavLink } from 'react-router'
import { adminConsoleMessages } from '#web/messages/admin/console.ts'
import './admin.css'

interface AdminNavigationProps {
  sections: readonly { to: string; label: string }[]
}

/** The links to the sections of the admin console: a column beside the page, or a row above it on phones. */
export function AdminNavigation({ sections }: AdminNavigationProps) {
  return (
    <nav className="admin-navigation" aria-label={adminConsoleMessages.navigation}>
      <ul>
        {sections.map(({ to, label }, index) => (
          <li key={to}>
            <NavLink to={to} end={index === 0} className="admin-link">
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
