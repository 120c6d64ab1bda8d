import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { dashboardMessages } from '#web/messages/dashboard/dashboard.ts'
import './dashboard-tabs.css'

/** The URL hash of each section of the dashboard. */
const hashByTab = {
  uploads: '#your-uploads',
  profile: '#settings',
  safety: '#safety',
  account: '#account',
} as const
type DashboardTab = keyof typeof hashByTab
const dashboardTabNames = Object.keys(hashByTab) as DashboardTab[]

/**
 * Returns the dashboard section that the URL's hash identifies. After a form submission, the URL has no hash,
 * and the section that was open before stays open.
 */
export function useDashboardTab(): DashboardTab {
  const { hash } = useLocation()
  // Browsers never send a URL's hash to the server.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const [part, setPart] = useState<DashboardTab>('uploads')
  const named = isHydrated ? dashboardTabNames.find((name) => hashByTab[name] === hash) : undefined
  if (named && named !== part) setPart(named)
  // Scroll again, because the target element was hidden when the browser tried to scroll to it.
  useEffect(() => {
    if (location.hash === hashByTab[part]) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [part])
  return part
}

const subscribeToNothing = () => () => {}

/** One section is shown at a time. Browsers without JavaScript show all sections, one below the other. */
export function DashboardTabs({ part }: { part: DashboardTab }) {
  return (
    <nav aria-label={dashboardMessages.parts.label} className="dash-tabs">
      {dashboardTabNames.map((name) => (
        <Link
          key={name}
          to={hashByTab[name]}
          aria-current={name === part ? 'true' : undefined}
          className="chip"
        >
          {dashboardMessages.parts[name]}
        </Link>
      ))}
    </nav>
  )
}
