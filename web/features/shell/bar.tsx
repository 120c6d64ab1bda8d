import { LayoutDashboard, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import type { Me } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Logo } from '#web/ui/logo.tsx'
import { words } from '#web/words/shell.ts'
import { barLinks } from './links.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { UserMenu } from './user-menu.tsx'

export interface BarProps {
  siteName: string
  me: Me | null
  /** The bell of who is signed in. */
  bell: ReactNode
  /** The expandable search box, and the form that the mobile menu repeats it with. */
  search: ReactNode
  menuSearch: ReactNode
  /** Where signing in should lead back to. */
  here: string
  onSignOut: () => void
}

/** Stands at the top of every page. */
export function Bar(props: BarProps) {
  const { siteName, me } = props
  return (
    <header className="bar">
      <div className="bar-inside">
        <Link to={paths.home} className="bar-logo">
          <Logo name={siteName} />
        </Link>
        <nav className="bar-links" aria-label={words.main}>
          {barLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === paths.home} prefetch="intent" className="bar-link">
              {label}
            </NavLink>
          ))}
          {me && (
            <NavLink to={paths.dashboard} className="bar-link">
              <LayoutDashboard size={17} aria-hidden="true" />
              {words.dashboard}
            </NavLink>
          )}
        </nav>
        <div className="bar-end">
          {props.search}
          {me ? <Member {...props} me={me} /> : <Visitor here={props.here} />}
        </div>
        <MobileMenu {...props} />
      </div>
    </header>
  )
}

function Member({ me, bell, onSignOut }: BarProps & { me: Me }) {
  return (
    <>
      <Link to={paths.create()} className={buttonClass({ variant: 'primary', size: 'small' }, 'bar-wide')}>
        <Plus aria-hidden="true" /> {words.create}
      </Link>
      {bell}
      <UserMenu me={me} onSignOut={onSignOut} />
    </>
  )
}

function Visitor({ here }: { here: string }) {
  return (
    <>
      <Link
        to={paths.login(here)}
        className={buttonClass({ variant: 'ghost', size: 'small' }, 'bar-wide')}
        prefetch="intent"
      >
        {words.signIn}
      </Link>
      <Link
        to={paths.signup(here)}
        className={buttonClass({ variant: 'primary', size: 'small' })}
        prefetch="intent"
      >
        {words.joinFree}
      </Link>
    </>
  )
}
