import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/accounts/current-user.ts'
import type { AuthListener } from './auth-events.ts'

export interface AuthContextValue {
  me: CurrentUser | null
  /** True until it is known who is signed in: the page came without, and no event has told since. */
  loading: boolean
  signOut(): Promise<void>
  onAuthChange(listener: AuthListener): () => void
}

export const AuthContext = createContext<AuthContextValue | null>(null)

export function useAuth(): AuthContextValue {
  const auth = useContext(AuthContext)
  // For whoever builds this page, not for whoever reads it (specification, section 8).
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
