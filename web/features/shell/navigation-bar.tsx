import { LayoutDashboard, Plus } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import type { CurrentUser } from '#contract/accounts/current-user.ts'
import { useIsRegistrationOpen } from '#web/features/auth/registration-context.ts'
import { useLinkPrefetchMode } from '#web/network/use-link-prefetch-mode.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Logo } from '#web/ui/logo.tsx'
import { navigationMessages } from '#web/messages/site/navigation.ts'
import { getNavigationBarLinks } from './navigation-links.ts'
import { MobileMenu } from './mobile-menu.tsx'
import type { NavigationBarProps } from './navigation-bar-props.ts'
import { UserMenu } from './user-menu.tsx'

/** The navigation bar at the top of every page. */
export function NavigationBar(props: NavigationBarProps) {
  const { siteName, me } = props
  const prefetch = useLinkPrefetchMode()
  return (
    <header className="bar">
      <div className="bar-inside">
        <Link to={pagePaths.home} className="bar-logo">
          <Logo name={siteName} />
        </Link>
        <nav className="bar-links" aria-label={navigationMessages.main}>
          {getNavigationBarLinks().map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === pagePaths.home} prefetch={prefetch} className="bar-link">
              {label}
            </NavLink>
          ))}
          {me && (
            <NavLink to={pagePaths.dashboard} className="bar-link">
              <LayoutDashboard size={17} aria-hidden="true" />
              {navigationMessages.dashboard}
            </NavLink>
          )}
        </nav>
        <div className="bar-end">
          {props.search}
          {me ? <MemberActions {...props} me={me} /> : <VisitorActions here={props.currentPath} />}
        </div>
        <MobileMenu {...props} />
      </div>
    </header>
  )
}

function MemberActions({ me, bell, onSignOut }: NavigationBarProps & { me: CurrentUser }) {
  return (
    <>
      <Link
        to={pagePaths.uploadPage()}
        className={getButtonClassName({ variant: 'primary', size: 'small' }, 'bar-wide')}
      >
        <Plus aria-hidden="true" /> {navigationMessages.create}
      </Link>
      {bell}
      <UserMenu me={me} onSignOut={onSignOut} />
    </>
  )
}

function VisitorActions({ here }: { here: string }) {
  const prefetch = useLinkPrefetchMode()
  if (!useIsRegistrationOpen())
    return (
      <Link
        to={pagePaths.signIn(here)}
        className={getButtonClassName({ variant: 'primary', size: 'small' })}
        prefetch={prefetch}
      >
        {navigationMessages.signIn}
      </Link>
    )
  return (
    <>
      <Link
        to={pagePaths.signIn(here)}
        className={getButtonClassName({ variant: 'ghost', size: 'small' }, 'bar-wide')}
        prefetch={prefetch}
      >
        {navigationMessages.signIn}
      </Link>
      <Link
        to={pagePaths.signUp(here)}
        className={getButtonClassName({ variant: 'primary', size: 'small' })}
        prefetch={prefetch}
      >
        {navigationMessages.joinFree}
      </Link>
    </>
  )
}
