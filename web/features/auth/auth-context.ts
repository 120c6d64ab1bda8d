import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/accounts/current-user.ts'
import type { AuthListener } from './auth-events.ts'

export interface AuthContextValue {
  me: CurrentUser | null
  /** True until it is known who is signed in: the page came without that data, and no event has provided it. */
  loading: boolean
  signOut(): Promise<void>
  onAuthChange(listener: AuthListener): () => void
}

export const AuthContext = createContext<AuthContextValue | null>(null)

export function useAuth(): AuthContextValue {
  const auth = useContext(AuthContext)
  // A message for developers, not for visitors (specification, section 8).
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
