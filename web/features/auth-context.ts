import { createContext, useContext } from 'react'
import type { Me } from '#contract/accounts.ts'
import type { AuthListener } from './auth-events.ts'

export interface Auth {
  me: Me | null
  /** True until it is known who is signed in: the page came without, and no event has told since. */
  loading: boolean
  signOut(): Promise<void>
  onAuthChange(listener: AuthListener): () => void
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  // For whoever builds this page, not for whoever reads it (specification, section 8).
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
