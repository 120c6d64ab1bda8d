import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { signOut } from '#contract/accounts/accounts.ts'
import { getSession, type CurrentUser } from '#contract/accounts/current-user.ts'
import { authRefresh } from '#contract/limits.ts'
import { callApi, ApiCallError, unauthorizedEvent } from '#web/api/api-client.ts'
import { notify } from '#web/ui/overlays/toast-store.ts'
import { signOutMessages } from '#web/messages/account/sign-out.ts'
import { AuthContext } from './auth-context.ts'
import { clearStoredSearches, clearUnfinishedUploads, setSignedOutCookie } from '#web/browser-storage.ts'
import { type AuthEvent, updateAuthState, onAuthChange } from './auth-events.ts'
import { readSignedInUserId, storeSignedInUserId } from './signed-in-user-storage.ts'

export { useAuth } from './auth-context.ts'

interface Props {
  /** What the server said with this page: undefined when it could not say. */
  me: CurrentUser | null | undefined
  /** Milliseconds until the session ends unless it is used. */
  left?: number
  children: ReactNode
}

export function AuthProvider({ me, left = 0, children }: Props) {
  const [leftId, setLeftId] = useState<string>()
  /** The sign-out did not reach the server. */
  const [failed, setFailed] = useState(false)
  const { revalidate } = useRevalidator()
  const loading = me === undefined
  const shown = me && me.id !== leftId ? me : null
  useSignInSubmission(() => setLeftId(undefined))
  useAuthEventAnnouncements(loading ? undefined : shown, left)
  // What the server says, not what is shown: a sign-out that failed is this tab's alone.
  useCrossTabSignIn(loading ? undefined : (me?.id ?? ''), (there) => {
    setLeftId(there ? undefined : me?.id)
    void revalidate()
  })
  useSessionRefresh(loading || shown !== null, left, () => void revalidate())

  useSignOutRetry(failed && leftId === me?.id, () => void revalidate())

  const leave = async () => {
    setLeftId(me?.id)
    setFailed(false)
    void clearUnfinishedUploads()
    // What still waits to be sent for this person goes out first.
    dispatchEvent(new Event('signing-out'))
    try {
      await callApi(signOut, {})
      notify.good(...signOutMessages.signedOut)
    } catch (thrown) {
      // The server ends the session at the next request that reaches it, also after a reload.
      setSignedOutCookie()
      setFailed(true)
      notify.bad(
        signOutMessages.signOutFailed,
        thrown instanceof ApiCallError ? thrown.detail : String(thrown),
      )
      notify.good(signOutMessages.clearedLocally)
      return
    }
    await revalidate()
  }
  return <AuthContext value={{ me: shown, loading, signOut: leave, onAuthChange }}>{children}</AuthContext>
}

/**
 * A sign-out that failed is tried again: when the network is back, when the page is looked at, and every 30 s. Any answer of the server will
 * do, since the request itself says that they have signed out; then `again` reads the page anew, as nobody's.
 */
function useSignOutRetry(on: boolean, again: () => void) {
  const tell = useEffectEvent(again)
  useEffect(() => {
    if (!on) return
    const retry = () => {
      if (document.hidden) return
      callApi(getSession, {}).then(
        ({ me }) => me === null && tell(),
        // Still out of reach: the next chance comes.
        () => {},
      )
    }
    retry()
    const timer = setInterval(retry, authRefresh.tick)
    const chances = ['online', 'focus', 'visibilitychange'] as const
    for (const name of chances) addEventListener(name, retry)
    return () => {
      clearInterval(timer)
      for (const name of chances) removeEventListener(name, retry)
    }
  }, [on])
}

/** Someone who left only locally (the call had failed) and signs in again is here again. */
function useSignInSubmission(seen: () => void) {
  const { formAction } = useNavigation()
  const tell = useEffectEvent(seen)
  useEffect(() => {
    if (formAction?.startsWith('/login')) tell()
  }, [formAction])
}

/** However it ended, here or in another tab. */
function clearSearchesOnSignOut(event: AuthEvent): void {
  if (event === 'signed_out') clearStoredSearches()
}

function useAuthEventAnnouncements(me: CurrentUser | null | undefined, left: number) {
  useEffect(() => onAuthChange(clearSearchesOnSignOut), [])
  useEffect(() => {
    if (me !== undefined) updateAuthState({ me, end: Date.now() + left })
  }, [me, left])
}

/** Whoever signs in or out in one tab does so in all: told at once, and looked up when a tab that slept is woken. */
function useCrossTabSignIn(id: string | undefined, follow: (there: string) => void) {
  const look = useEffectEvent(() => {
    const there = readSignedInUserId()
    if (id !== undefined && there !== null && there !== id) follow(there)
  })
  useEffect(() => {
    if (id !== undefined) storeSignedInUserId(id)
  }, [id])
  useEffect(() => {
    const hear = () => look()
    const news = ['storage', 'pageshow', 'focus'] as const
    for (const name of news) addEventListener(name, hear)
    return () => news.forEach((name) => removeEventListener(name, hear))
  }, [])
}

/**
 * While the page is looked at: every 30 s, and without asking the network, whether 90 s or less remain (specification, section 9);
 * then one look at the session renews it. The same look follows when the API no longer knows who we are, and until it is
 * known who is signed in.
 */
function useSessionRefresh(on: boolean, left: number, look: () => void) {
  const tell = useEffectEvent(look)
  useEffect(() => {
    if (!on) return
    const end = Date.now() + left
    const tick = () => {
      if (!document.hidden && Date.now() > end - authRefresh.margin) tell()
    }
    const lost = () => tell()
    const timer = setInterval(tick, authRefresh.tick)
    addEventListener(unauthorizedEvent, lost)
    return () => {
      clearInterval(timer)
      removeEventListener(unauthorizedEvent, lost)
    }
  }, [on, left])
}
