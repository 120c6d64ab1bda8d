import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { type Me, signOut } from '#contract/accounts.ts'
import { call, CallError } from '#web/api/call.ts'
import { notify } from '#web/ui/notify.ts'

export interface Auth {
  me: Me | null
  /** True until the session is read. Pages are rendered with the session, so this is only seen when reading failed. */
  loading: boolean
  signOut(): Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** `me` is what the server said with this page: undefined when it could not say. */
export function AuthProvider({ me, children }: { me: Me | null | undefined; children: ReactNode }) {
  const [leftId, setLeftId] = useState<string>()
  const { revalidate } = useRevalidator()
  useSignedInAgain(() => setLeftId(undefined))

  const leave = async () => {
    setLeftId(me?.id)
    try {
      await call(signOut, {})
      notify.good('Signed Out', 'Come back soon!')
    } catch (thrown) {
      notify.bad('Sign Out Failed', thrown instanceof CallError ? thrown.detail : String(thrown))
      notify.good('Session cleared locally')
      return
    }
    await revalidate()
  }
  const shown = me && me.id !== leftId ? me : null
  return (
    <AuthContext value={{ me: shown, loading: me === undefined, signOut: leave }}>{children}</AuthContext>
  )
}

/** Someone who left only locally (the call had failed) and signs in again is here again. */
function useSignedInAgain(seen: () => void) {
  const { formAction } = useNavigation()
  const tell = useEffectEvent(seen)
  useEffect(() => {
    if (formAction?.startsWith('/login')) tell()
  }, [formAction])
}
