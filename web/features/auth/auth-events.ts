import type { CurrentUser } from '#contract/accounts/current-user.ts'

/**
 * The authentication events that section 4 of the specification defines. Each event is emitted for its actual
 * cause:
 * - `initial_session`: the page has loaded the session, whether or not a user is signed in;
 * - `signed_in`, `signed_out`: the user signed in or out in any tab, or the session expired;
 * - `token_refreshed`: the session was extended;
 * - `user_updated`: the details of the signed-in user changed;
 * - `password_recovery`: the user opened an emailed password reset link;
 * - `mfa_challenge_verified`: a two-factor code was accepted, at sign-in or when enabling the feature.
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

/**
 * Subscribes to authentication events. Returns a function that unsubscribes. Events are dispatched on
 * `window`, so code outside the React auth provider can subscribe to the events.
 */
export function onAuthChange(listener: AuthListener): () => void {
  const onEvent = (happened: Event) => listener(...(happened as CustomEvent<Parameters<AuthListener>>).detail)
  addEventListener('auth', onEvent)
  return () => removeEventListener('auth', onEvent)
}

export function dispatchAuthEvent(...happened: Parameters<AuthListener>): void {
  dispatchEvent(new CustomEvent('auth', { detail: happened }))
}

interface AuthSnapshot {
  me: CurrentUser | null
  /** The end time of the session, measured by this device's clock. */
  endsAt: number
}

/**
 * The last known authentication state. The state is stored outside the components, so it survives remounts.
 */
let currentAuthState: AuthSnapshot | undefined

let isVerified = false

/**
 * Records that a two-factor code was accepted. The `mfa_challenge_verified` event is emitted once the page
 * has reloaded the session and knows who is signed in.
 */
export function markTwoFactorVerified(): void {
  isVerified = true
}

/** Emits an authentication event if the authentication state has changed since the last call. */
export function updateAuthState(now: AuthSnapshot): void {
  const event = getAuthEvent(currentAuthState, now)
  currentAuthState = now
  if (isVerified && now.me) {
    isVerified = false
    dispatchAuthEvent('mfa_challenge_verified', now.me)
  }
  if (event) dispatchAuthEvent(event, now.me)
}

/**
 * Compares two authentication states. The calculated end time of a session varies with the network delay, so
 * the comparison ignores differences of less than a minute.
 */
export function getAuthEvent(
  before: AuthSnapshot | undefined,
  { me, endsAt }: AuthSnapshot,
): AuthEvent | undefined {
  if (!before) return 'initial_session'
  if (before.me?.id !== me?.id) return me ? 'signed_in' : 'signed_out'
  if (JSON.stringify(before.me) !== JSON.stringify(me)) return 'user_updated'
  return me && endsAt > before.endsAt + 60_000 ? 'token_refreshed' : undefined
}
