import { useEffect, useEffectEvent } from 'react'
import { useNavigation } from 'react-router'
import { getSession, type CurrentUser } from '#contract/accounts/current-user.ts'
import { authRefreshTimings } from '#contract/limits.ts'
import { callApi, unauthorizedEvent } from '#web/api/api-client.ts'
import {
  clearOfflinePages,
  clearOtherAccountsPlaybackPositions,
  clearStoredSearches,
} from '#web/browser-storage.ts'
import { type AuthEvent, updateAuthState, onAuthChange } from './auth-events.ts'
import { readSignedInUserId, storeSignedInUserId } from './signed-in-user-storage.ts'

/** The maximum time that a sign-out waits for pending writes, in milliseconds. */
export const maxSignOutDelayMs = 3000

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Retries a failed sign-out when the network connection returns, when the page becomes visible, and every 30
 * s. Because of the sign-out cookie, any request ends the session, so a response without a user means that
 * the sign-out has succeeded. After a successful sign-out, `reload` reloads the page's data for a signed-out
 * visitor.
 */
export function useSignOutRetry(on: boolean, reload: () => void) {
  const reportProgress = useEffectEvent(reload)
  useEffect(() => {
    if (!on) return
    const retry = () => {
      if (document.hidden) return
      callApi(getSession, {}).then(
        ({ me }) => me === null && reportProgress(),
        // The sign-out failed again because the browser is still offline, so wait for the next attempt.
        () => {},
      )
    }
    retry()
    const timer = setInterval(retry, authRefreshTimings.tick)
    const chances = ['online', 'focus', 'visibilitychange'] as const
    for (const name of chances) addEventListener(name, retry)
    return () => {
      clearInterval(timer)
      for (const name of chances) removeEventListener(name, retry)
    }
  }, [on])
}

/**
 * Calls the function `seen` when the user submits the sign-in form. When `seen` is called, the auth provider
 * stops retrying an earlier failed sign-out, because the same user may be signing in again.
 */
export function useSignInSubmitListener(seen: () => void) {
  const { formAction } = useNavigation()
  const reportProgress = useEffectEvent(seen)
  useEffect(() => {
    if (formAction?.startsWith('/login')) reportProgress()
  }, [formAction])
}

/**
 * Deletes the data that the previous user has stored in this browser. Recent searches are deleted when the
 * session ends in any tab. Playback positions and offline pages are deleted even if the session ended while
 * the site was closed.
 */
function clearDataOfPreviousUser(event: AuthEvent, me: CurrentUser | null): void {
  if (event === 'signed_out') clearStoredSearches()
  clearOtherAccountsPlaybackPositions(me?.id)
  void clearOfflinePages(me?.id ?? '')
}

export function useAuthEventDispatch(me: CurrentUser | null | undefined, left: number) {
  useEffect(() => onAuthChange(clearDataOfPreviousUser), [])
  useEffect(() => {
    if (me !== undefined) updateAuthState({ me, endsAt: Date.now() + left })
  }, [me, left])
}

/**
 * Keeps tabs in sync: signing in or out in one tab affects all others. A tab that the browser has suspended
 * is updated when the tab becomes active again.
 */
export function useCrossTabSignIn(id: string | undefined, follow: (storedUserId: string) => void) {
  const refreshSession = useEffectEvent(() => {
    const storedUserId = readSignedInUserId()
    if (id !== undefined && storedUserId !== null && storedUserId !== id) follow(storedUserId)
  })
  useEffect(() => {
    if (id !== undefined) storeSignedInUserId(id)
  }, [id])
  useEffect(() => {
    const onChange = () => refreshSession()
    const eventNames = ['storage', 'pageshow', 'focus'] as const
    for (const name of eventNames) addEventListener(name, onChange)
    return () => eventNames.forEach((name) => removeEventListener(name, onChange))
  }, [])
}

/**
 * While the page is visible, checks every 30 s whether the session ends within 90 s (specification, section
 * 9). If the session ends within 90 s, the page sends a request, which renews the session. The page's data is
 * also reloaded when the API no longer recognizes the session, and every 30 s while it is unknown who is
 * signed in.
 */
export function useSessionRefresh(on: boolean, left: number, refreshSession: () => void) {
  const reportProgress = useEffectEvent(refreshSession)
  useEffect(() => {
    if (!on) return
    const end = Date.now() + left
    const tick = () => {
      if (!document.hidden && Date.now() > end - authRefreshTimings.margin) reportProgress()
    }
    const onUnauthorized = () => reportProgress()
    const timer = setInterval(tick, authRefreshTimings.tick)
    addEventListener(unauthorizedEvent, onUnauthorized)
    return () => {
      clearInterval(timer)
      removeEventListener(unauthorizedEvent, onUnauthorized)
    }
  }, [on, left])
}
