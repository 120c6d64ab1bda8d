import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { dashboardMessages } from '#web/messages/dashboard/dashboard.ts'
import './dashboard-tabs.css'

/** The address of each part on a phone, where one is shown at a time. */
const hashByTab = {
  uploads: '#your-uploads',
  profile: '#settings',
  safety: '#safety',
  account: '#account',
} as const
type DashboardTab = keyof typeof hashByTab
const dashboardTabNames = Object.keys(hashByTab) as DashboardTab[]

/** The part that the address names. A form's answer comes without one: then the part stays. */
export function useDashboardTab(): DashboardTab {
  const { hash } = useLocation()
  // The server is never sent the hash.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const [part, setPart] = useState<DashboardTab>('uploads')
  const named = isHydrated ? dashboardTabNames.find((name) => hashByTab[name] === hash) : undefined
  if (named && named !== part) setPart(named)
  // What was hidden when the page wanted to scroll to it is there now.
  useEffect(() => {
    if (location.hash === hashByTab[part]) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [part])
  return part
}

const subscribeToNothing = () => () => {}

/** On a phone the dashboard is one part at a time; on wider screens, and without script, all of it is there. */
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
