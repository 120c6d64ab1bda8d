import { data } from 'react-router'
import { ApiCallError } from '#web/api/api-client.ts'
import { requestErrors } from '#contract/errors/request-errors.ts'
import { notify, dismissErrorToasts } from '#web/ui/overlays/toast-store.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { isFormFailure, type FormFailure } from './form-failure.ts'

/*
 * The specification has two overlapping catalogues of toasts (section 8: "Success", "Sign-up failure" and
 * "Signup", "Account created"). This module shows each toast in the cases that the toast describes accurately.
 *
 * - The server rejects a field: 'Invalid username', 'Age restriction', 'Username taken' or 'Weak password';
 *   'Signup failed' for all other fields (name, email, password length, terms).
 * - Checking the availability of a username during typing fails: 'Signup error'.
 * - The sign-up request cannot be sent, or the service is unavailable: 'Sign Up Failed'.
 * - The account exists (Google, Apple) but its profile cannot be saved: 'Profile save failed'.
 * - Signing up succeeds: 'Account Created!' / 'Check your email …' (an email is always sent), then 'Account
 *   created' with the chosen display name mode.
 * - Signing in succeeds, by password or link: 'Welcome Back!'. If signing in fails for any reason: 'Sign In
 *   Failed'.
 */

/** The codes of errors that are caused by the service, not by the values in the form. */
const serviceErrorCodes = ['unavailable', 'internal', 'too_many_requests', 'foreign_origin']

export function notifySignUpFailure(answer: unknown, title: string = accountFormMessages.signUpFailed) {
  if (!isFormFailure(answer)) return
  const { refused } = answer
  // Dismiss the error toasts of the previous attempt.
  dismissErrorToasts()
  notify.error(serviceErrorCodes.includes(refused.code) ? title : refused.title, refused.detail)
}

export function notifySignInFailure(answer: unknown) {
  if (isFormFailure(answer)) notify.error(accountFormMessages.signInFailed, answer.refused.detail)
}

export function notifySignedIn() {
  dismissErrorToasts()
  notify.success(...accountFormMessages.welcomeBack)
}

/** Shows a toast when checking the availability of a username has failed. */
export function notifyUsernameCheckFailure(thrown: unknown) {
  notify.error(
    accountFormMessages.signupError,
    (thrown instanceof ApiCallError ? thrown : requestErrors.unavailable).detail,
  )
}

/**
 * Runs the page's action and returns the result. If the request itself fails (no connection, or a proxy's
 * error page), returns a form failure, so the form keeps its values. Redirects are thrown as usual.
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
 * Keeps the HTTP status of a failed action. With an error status, React Router does not reload the page's
 * data, which may be unavailable too.
 */
export function withErrorStatus<T>(answer: T) {
  return isFormFailure(answer) ? data(answer, { status: 422 }) : answer
}
