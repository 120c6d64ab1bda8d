import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/accounts/current-user.ts'

export interface NavigationBarProps {
  siteName: string
  me: CurrentUser | null
  /** The notification bell, for signed-in viewers. */
  bell: ReactNode
  /** The expandable search box; the mobile menu has a plain form instead. */
  search: ReactNode
  menuSearch: ReactNode
  /** The page to return to after signing in. */
  currentPath: string
  onSignOut: () => void
}
