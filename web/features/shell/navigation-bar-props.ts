import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/accounts/current-user.ts'

export interface NavigationBarProps {
  siteName: string
  me: CurrentUser | null
  /** The notification bell, shown to signed-in viewers only. */
  bell: ReactNode
  /** The expandable search box. The mobile menu has a plain search form instead. */
  search: ReactNode
  menuSearch: ReactNode
  /** The path of the page to return to after signing in. */
  currentPath: string
  onSignOut: () => void
}
