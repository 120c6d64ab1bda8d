import { NavLink } from 'react-router'
import { formatNumber } from '#i18n/formats.ts'
import { adminConsoleMessages } from '#web/messages/admin/console.ts'
import './admin.css'
import './admin-lists.css'

interface AdminNavigationProps {
  sections: readonly { to: string; label: string; count?: { value: number; label: string } }[]
}

/** The links to the sections of the admin console: a column beside the page, or a row above it on phones. */
export function AdminNavigation({ sections }: AdminNavigationProps) {
  return (
    <nav className="admin-navigation" aria-label={adminConsoleMessages.navigation}>
      <ul>
        {sections.map(({ to, label, count }, index) => (
          <li key={to}>
            <NavLink to={to} end={index === 0} className="admin-link">
              {label}
              {count && count.value > 0 && (
                <>
                  <span className="chip-count" aria-hidden="true">
                    {formatNumber(count.value)}
                  </span>
                  <span className="sr-only">{count.label}</span>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
