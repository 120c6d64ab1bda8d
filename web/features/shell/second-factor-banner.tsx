import { Link, useLocation } from 'react-router'
import { navigationMessages } from '#web/messages/site/navigation.ts'
import { pagePaths } from '#web/paths.ts'

/** Reminds staff who have not set up a second factor that their role has no effect until they do. */
export function SecondFactorBanner() {
  const { pathname } = useLocation()
  if (pathname === pagePaths.signInSettings) return null
  return (
    <aside className="offline-inside" aria-label={navigationMessages.secondFactor.title}>
      <span>
        {navigationMessages.secondFactor.text}{' '}
        <Link to={pagePaths.signInSettings} className="offline-link">
          {navigationMessages.secondFactor.link}
        </Link>
      </span>
    </aside>
  )
}
