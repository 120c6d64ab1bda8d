import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { signOut } from '#contract/accounts/accounts.ts'
import { type CurrentUser } from '#contract/accounts/current-user.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { signOutMessages } from '#web/messages/account/sign-out.ts'
import { AuthContext } from './auth-context.ts'
import { clearUnfinishedUploads, setOfflineSignOutCookie } from '#web/browser-storage.ts'
import { onAuthChange } from './auth-events.ts'
import {
  maxSignOutDelayMs,
  sleep,
  useSignOutRetry,
  useSignInSubmitListener,
  useAuthEventDispatch,
  useCrossTabSignIn,
  useSessionRefresh,
} from './auth-state-hooks.ts'

export { useAuth } from './auth-context.ts'

interface Props {
  /**
   * The signed-in user according to the server: null for a signed-out visitor, or undefined if the server
   * does not know who is signed in.
   */
  me: CurrentUser | null | undefined
  /**
   * The number of milliseconds until the session ends. Every request that uses the session renews the
   * session.
   */
  left?: number
  children: ReactNode
}

export function AuthProvider({ me, left = 0, children }: Props) {
  const [leftId, setLeftId] = useState<string>()
  /** True if the sign-out request did not reach the server. */
  const [failed, setFailed] = useState(false)
  const { revalidate } = useRevalidator()
  const loading = me === undefined
  const visibleUser = me && me.id !== leftId ? me : null
  useSignInSubmitListener(() => setLeftId(undefined))
  useAuthEventDispatch(loading ? undefined : visibleUser, left)
  // Compare the user id from another tab with the user in the server's session. Do not compare it with the
  // displayed user, because a failed sign-out hides the user in this tab only.
  useCrossTabSignIn(loading ? undefined : (me?.id ?? ''), (storedUserId) => {
    setLeftId(storedUserId ? undefined : me?.id)
    void revalidate()
  })
  useSessionRefresh(loading || visibleUser !== null, left, () => void revalidate())

  useSignOutRetry(failed && leftId === me?.id, () => void revalidate())

  const handleSignOut = async () => {
    setLeftId(me?.id)
    setFailed(false)
    void clearUnfinishedUploads()
    // Before signing out, send the user's pending writes and wait briefly for the server to respond.
    const pendingWrites: Promise<unknown>[] = []
    dispatchEvent(new CustomEvent('signing-out', { detail: pendingWrites }))
    try {
      await Promise.race([Promise.allSettled(pendingWrites), sleep(maxSignOutDelayMs)])
      await callApi(signOut, {})
      showToast.success(signOutMessages.signedOut.title, signOutMessages.signedOut.text)
    } catch (thrown) {
      // Because of the sign-out cookie, the next request that reaches the server ends the session, even if
      // the page is reloaded first.
      setOfflineSignOutCookie()
      setFailed(true)
      showToast.error(
        signOutMessages.signOutFailed,
        thrown instanceof ApiCallError ? thrown.detail : String(thrown),
      )
      showToast.success(signOutMessages.clearedLocally)
      return
    }
    await revalidate()
  }
  return (
    <AuthContext value={{ me: visibleUser, loading, signOut: handleSignOut, onAuthChange }}>
      {children}
    </AuthContext>
  )
}
