import { Bell, LayoutDashboard, LogOut, Menu as MenuIcon, Plus, Settings, UserRound, X } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { Link, NavLink } from 'react-router'
import type { Me } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { words } from '#web/words/shell.ts'
import type { BarProps } from './bar.tsx'
import { barLinks, moreLinks } from './links.ts'
import { signOutFormId } from './sign-out-form.tsx'

const id = 'site-menu'

/** The bar's links on a narrow screen: the browser's own popover, so it opens without script too. */
export function MobileMenu({ me, menuSearch, here, onSignOut }: BarProps) {
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
        className={buttonClass({ variant: 'ghost', icon: true }, 'bar-burger')}
        aria-label={words.menu}
      >
        <MenuIcon aria-hidden="true" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- it only closes after its links and buttons */}
      <nav ref={sheet} id={id} popover="auto" className="sheet" aria-label={words.menu} onClick={close}>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className={buttonClass({ variant: 'ghost', icon: true }, 'sheet-close')}
          aria-label={words.closeMenu}
        >
          <X aria-hidden="true" />
        </button>
        {menuSearch}
        {[...barLinks, ...moreLinks].map(({ to, label }) => (
          <NavLink key={to} to={to} end={to === paths.home} className="sheet-link">
            {label}
          </NavLink>
        ))}
        <div className="sheet-end">
          {me ? <MemberEnd me={me} onSignOut={onSignOut} /> : <VisitorEnd here={here} />}
        </div>
      </nav>
    </>
  )
}

function MemberEnd({ me, onSignOut }: { me: Me; onSignOut: () => void }) {
  return (
    <>
      <Link to={paths.create()} className={buttonClass({ variant: 'primary' })}>
        <Plus aria-hidden="true" /> {words.create}
      </Link>
      <Link to={paths.dashboard} className={buttonClass()}>
        <LayoutDashboard aria-hidden="true" /> {words.dashboard}
      </Link>
      <Link to={paths.notifications} className={buttonClass()}>
        <Bell aria-hidden="true" /> {words.notifications}
      </Link>
      <Link to={paths.creator(me.username)} className={buttonClass()}>
        <UserRound aria-hidden="true" /> {words.profile}
      </Link>
      <Link to={paths.settings} className={buttonClass()}>
        <Settings aria-hidden="true" /> {words.settings}
      </Link>
      <Button
        type="submit"
        form={signOutFormId}
        onClick={(event) => {
          event.preventDefault()
          onSignOut()
        }}
      >
        <LogOut aria-hidden="true" /> {words.signOut}
      </Button>
    </>
  )
}

function VisitorEnd({ here }: { here: string }) {
  return (
    <>
      <Link to={paths.signup(here)} className={buttonClass({ variant: 'primary' })}>
        {words.joinFree}
      </Link>
      <Link to={paths.login(here)} className={buttonClass()}>
        {words.signIn}
      </Link>
    </>
  )
}
