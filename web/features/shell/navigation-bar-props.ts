import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/accounts/current-user.ts'

export interface NavigationBarProps {
  siteName: string
  me: CurrentUser | null
  /** The notification bell, which only signed-in viewers see. */
  bell: ReactNode
  /** The expandable search box. The mobile menu contains a plain search form instead of the search box. */
  search: ReactNode
  menuSearch: ReactNode
  /** The path to which the user returns after signing in. */
  currentPath: string
  onSignOut: () => void
}
