import type { CurrentUser } from '#contract/accounts/current-user.ts'

/**
 * What happens to who is signed in (specification, section 4). Each is announced at its real cause:
 * - `initial_session`: the page has read who is signed in, or that nobody is;
 * - `signed_in`, `signed_out`: here or in another tab, by the person or because the session ended;
 * - `token_refreshed`: the session lasts longer than before;
 * - `user_updated`: the same person with other details;
 * - `password_recovery`: somebody came by the mailed link for a new password;
 * - `mfa_challenge_verified`: the code of the second factor was right, at sign-in or where it is turned on.
 */
export type AuthEvent =
  | 'initial_session'
  | 'signed_in'
  | 'signed_out'
  | 'token_refreshed'
  | 'user_updated'
  | 'password_recovery'
  | 'mfa_challenge_verified'

export type AuthListener = (event: AuthEvent, me: CurrentUser | null) => void

/** Subscribes; returns the way to unsubscribe. The window carries the news, so that nothing has to be inside the provider. */
export function onAuthChange(listener: AuthListener): () => void {
  const hear = (happened: Event) => listener(...(happened as CustomEvent<Parameters<AuthListener>>).detail)
  addEventListener('auth', hear)
  return () => removeEventListener('auth', hear)
}

export function announceAuth(...happened: Parameters<AuthListener>): void {
  dispatchEvent(new CustomEvent('auth', { detail: happened }))
}

interface AuthSnapshot {
  me: CurrentUser | null
  /** When the session ends, by this machine's clock. */
  end: number
}

/** Of this page, whatever part of it is drawn anew. */
let currentAuthState: AuthSnapshot | undefined

let isVerified = false

/** A code was right. Who it belongs to is known once the page has read the session again, and announced then. */
export function markTwoFactorVerified(): void {
  isVerified = true
}

/** Announces what is different from what was known before. */
export function updateAuthState(now: AuthSnapshot): void {
  const event = getAuthEvent(currentAuthState, now)
  currentAuthState = now
  if (isVerified && now.me) {
    isVerified = false
    announceAuth('mfa_challenge_verified', now.me)
  }
  if (event) announceAuth(event, now.me)
}

/** Times are measured on the way, so less than a minute is no difference. */
export function getAuthEvent(
  before: AuthSnapshot | undefined,
  { me, end }: AuthSnapshot,
): AuthEvent | undefined {
  if (!before) return 'initial_session'
  if (before.me?.id !== me?.id) return me ? 'signed_in' : 'signed_out'
  if (JSON.stringify(before.me) !== JSON.stringify(me)) return 'user_updated'
  return me && end > before.end + 60_000 ? 'token_refreshed' : undefined
}
