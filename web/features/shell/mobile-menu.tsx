import {
  Bell,
  Bookmark,
  LayoutDashboard,
  LogOut,
  Menu as MenuIcon,
  Plus,
  Settings,
  ShieldCheck,
  UserCheck,
  UserRound,
  X,
} from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { Link, NavLink } from 'react-router'
import type { CurrentUser } from '#contract/accounts/current-user.ts'
import { canUseConsole } from '#contract/admin/console-roles.ts'
import { pagePaths } from '#web/paths.ts'
import { useIsRegistrationOpen } from '#web/features/auth/registration-context.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { navigationMessages } from '#web/messages/site/navigation.ts'
import type { NavigationBarProps } from './navigation-bar-props.ts'
import { getNavigationBarLinks, getExtraMenuLinks } from './navigation-links.ts'
import { signOutFormId } from './sign-out-form.tsx'

const id = 'site-menu'

/**
 * The navigation menu for narrow screens. The menu uses the popover API, so it opens even without JavaScript.
 */
export function MobileMenu({ me, menuSearch, currentPath, onSignOut }: NavigationBarProps) {
  const sheet = useRef<HTMLElement>(null)
  const close = (event: MouseEvent) => {
    if ((event.target as Element).closest('a, button:not([type=submit]:not([form]))'))
      sheet.current?.hidePopover()
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={getButtonClassName({ variant: 'ghost', icon: true }, 'bar-burger')}
        aria-label={navigationMessages.menu}
      >
        <MenuIcon aria-hidden="true" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the handler only closes the menu after a click on a link or button */}
      <nav
        ref={sheet}
        id={id}
        popover="auto"
        className="sheet"
        aria-label={navigationMessages.menu}
        onClick={close}
      >
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className={getButtonClassName({ variant: 'ghost', icon: true }, 'sheet-close')}
          aria-label={navigationMessages.closeMenu}
        >
          <X aria-hidden="true" />
        </button>
        {menuSearch}
        {[...getNavigationBarLinks(), ...getExtraMenuLinks()].map(({ to, label }) => (
          <NavLink key={to} to={to} end={to === pagePaths.home} className="sheet-link">
            {label}
          </NavLink>
        ))}
        <div className="sheet-end">
          {me ? (
            <MemberMenuActions me={me} onSignOut={onSignOut} />
          ) : (
            <VisitorMenuActions currentPath={currentPath} />
          )}
        </div>
      </nav>
    </>
  )
}

function MemberMenuActions({ me, onSignOut }: { me: CurrentUser; onSignOut: () => void }) {
  return (
    <>
      <Link to={pagePaths.uploadPage()} className={getButtonClassName({ variant: 'primary' })}>
        <Plus aria-hidden="true" /> {navigationMessages.create}
      </Link>
      <Link to={pagePaths.dashboard} className={getButtonClassName()}>
        <LayoutDashboard aria-hidden="true" /> {navigationMessages.dashboard}
      </Link>
      <Link to={pagePaths.following()} className={getButtonClassName()}>
        <UserCheck aria-hidden="true" /> {navigationMessages.following}
      </Link>
      <Link to={pagePaths.playlists} className={getButtonClassName()}>
        <Bookmark aria-hidden="true" /> {navigationMessages.playlists}
      </Link>
      <Link to={pagePaths.notifications} className={getButtonClassName()}>
        <Bell aria-hidden="true" /> {navigationMessages.notifications}
      </Link>
      <Link to={pagePaths.creator(me.username)} className={getButtonClassName()}>
        <UserRound aria-hidden="true" /> {navigationMessages.profile}
      </Link>
      <Link to={pagePaths.settings} className={getButtonClassName()}>
        <Settings aria-hidden="true" /> {navigationMessages.settings}
      </Link>
      {canUseConsole(me.role) && (
        <Link to={pagePaths.admin} className={getButtonClassName()}>
          <ShieldCheck aria-hidden="true" /> {navigationMessages.admin}
        </Link>
      )}
      <Button
        type="submit"
        form={signOutFormId}
        onClick={(event) => {
          event.preventDefault()
          onSignOut()
        }}
      >
        <LogOut aria-hidden="true" /> {navigationMessages.signOut}
      </Button>
    </>
  )
}

function VisitorMenuActions({ currentPath }: { currentPath: string }) {
  return (
    <>
      {useIsRegistrationOpen() && (
        <Link to={pagePaths.signUp(currentPath)} className={getButtonClassName({ variant: 'primary' })}>
          {navigationMessages.joinFree}
        </Link>
      )}
      <Link to={pagePaths.signIn(currentPath)} className={getButtonClassName()}>
        {navigationMessages.signIn}
      </Link>
    </>
  )
}
