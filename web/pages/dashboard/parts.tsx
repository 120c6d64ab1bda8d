import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { words } from '#web/words/dashboard.ts'
import './parts.css'

/** The address of each part on a phone, where one is shown at a time. */
const parts = {
  uploads: '#your-uploads',
  profile: '#settings',
  safety: '#safety',
  account: '#account',
} as const
type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

/** The part that the address names. A form's answer comes without one: then the part stays. */
export function useDashboardPart(): Part {
  const { hash } = useLocation()
  // The server is never sent the hash.
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const [part, setPart] = useState<Part>('uploads')
  const named = isHydrated ? names.find((name) => parts[name] === hash) : undefined
  if (named && named !== part) setPart(named)
  // What was hidden when the page wanted to scroll to it is there now.
  useEffect(() => {
    if (location.hash === parts[part]) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [part])
  return part
}

const neverChanges = () => () => {}

/** On a phone the dashboard is one part at a time; on wider screens, and without script, all of it is there. */
export function PartTabs({ part }: { part: Part }) {
  return (
    <nav aria-label={words.parts.label} className="dash-tabs">
      {names.map((name) => (
        <Link key={name} to={parts[name]} aria-current={name === part ? 'true' : undefined} className="chip">
          {words.parts[name]}
        </Link>
      ))}
    </nav>
  )
}
