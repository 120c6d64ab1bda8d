import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { dashboardMessages } from '#web/messages/dashboard/dashboard.ts'
import './dashboard-tabs.css'

/** The URL hash that selects each section of the dashboard. */
const hashByTab = {
  uploads: '#your-uploads',
  profile: '#settings',
  safety: '#safety',
  account: '#account',
} as const
type DashboardTab = keyof typeof hashByTab
const dashboardTabNames = Object.keys(hashByTab) as DashboardTab[]

/**
 * Returns the dashboard section that the URL's hash identifies. After a form has been submitted, the URL has
 * no hash, so the section that was open stays open.
 */
export function useDashboardTab(): DashboardTab {
  const { hash } = useLocation()
  // Browsers do not send the hash of a URL to the server.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const [part, setPart] = useState<DashboardTab>('uploads')
  const named = isHydrated ? dashboardTabNames.find((name) => hashByTab[name] === hash) : undefined
  if (named && named !== part) setPart(named)
  // Scroll to the target element again, because it was hidden when the browser tried to scroll to it.
  useEffect(() => {
    if (location.hash === hashByTab[part]) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [part])
  return part
}

const subscribeToNothing = () => () => {}

/**
 * The dashboard shows one section at a time. Browsers without JavaScript show all sections, one below the
 * other.
 */
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
