import { data } from 'react-router'
import { ApiCallError } from '#web/api/api-client.ts'
import { requestErrors } from '#contract/errors/request-errors.ts'
import { notify, dismissErrorToasts } from '#web/ui/overlays/toast-store.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { isFormFailure, type FormFailure } from './form-failure.ts'

/*
 * The specification has two overlapping catalogues of toasts (section 8: "Success", "Sign-up failure" and
 * "Signup", "Account created"). Each text appears where it is accurate:
 *
 * - A field is refused: the refusal's own title. 'Invalid username', 'Age restriction', 'Username taken',
 *   'Weak password'; 'Signup failed' for the rest (name, email, password length, terms).
 * - The availability of a username could not be checked while typing: 'Signup error'.
 * - The sign-up request could not be sent, or the service is unavailable: 'Sign Up Failed'.
 * - The account exists (Google, Apple) but its profile could not be saved: 'Profile save failed'.
 * - Signed up: 'Account Created!' / 'Check your email …' (an email is always sent, ruling 14), then 'Account
 *   created' with the chosen display name mode.
 * - Signing in, by password or link: 'Welcome Back!', or 'Sign In Failed' for any failure.
 */

/** Errors of the service rather than of the form. */
const serviceErrorCodes = ['unavailable', 'internal', 'too_many_requests', 'foreign_origin']

export function notifySignUpFailure(answer: unknown, title: string = accountFormMessages.signUpFailed) {
  if (!isFormFailure(answer)) return
  const { refused } = answer
  // Errors of the previous attempt no longer apply.
  dismissErrorToasts()
  notify.bad(serviceErrorCodes.includes(refused.code) ? title : refused.title, refused.detail)
}

export function notifySignInFailure(answer: unknown) {
  if (isFormFailure(answer)) notify.bad(accountFormMessages.signInFailed, answer.refused.detail)
}

export function notifySignedIn() {
  dismissErrorToasts()
  notify.good(...accountFormMessages.welcomeBack)
}

/** For a failed username availability check. */
export function notifyUsernameCheckFailed(thrown: unknown) {
  notify.bad(
    accountFormMessages.signupError,
    (thrown instanceof ApiCallError ? thrown : requestErrors.unavailable).detail,
  )
}

/**
 * The result of the page's action. If the request itself fails (no connection, a proxy's error page), returns
 * that as a form failure, so the form keeps what was typed. Redirects pass through.
 */
export async function callServerAction<T>(action: () => Promise<T>): Promise<T | FormFailure> {
  try {
    return await action()
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { title, detail } = requestErrors.unavailable
    return { refused: { code: 'unavailable', title, detail }, fields: {}, values: {} }
  }
}

/**
 * Keeps the status of a failed action: React Router then does not reload the page's
 * data, which may be unavailable too.
 */
export function withFailureStatus<T>(answer: T) {
  return isFormFailure(answer) ? data(answer, { status: 422 }) : answer
}
