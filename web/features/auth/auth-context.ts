import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/accounts/current-user.ts'
import type { AuthListener } from './auth-events.ts'

export interface AuthContextValue {
  me: CurrentUser | null
  /**
   * True until the page knows who is signed in. If the server rendered the HTML without knowing the session,
   * `loading` stays true until the page has loaded the session.
   */
  loading: boolean
  signOut(): Promise<void>
  onAuthChange(listener: AuthListener): () => void
}

export const AuthContext = createContext<AuthContextValue | null>(null)

export function useAuth(): AuthContextValue {
  const auth = useContext(AuthContext)
  // This error message is for developers; visitors never see it (specification, section 8).
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
