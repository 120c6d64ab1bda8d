import { data } from 'react-router'
import { ApiCallError } from '#web/api/api-client.ts'
import { commonErrors } from '#contract/errors/common-errors.ts'
import { showToast, dismissErrorToasts } from '#web/ui/overlays/toast-store.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { isFormFailure, type FormFailure } from './account-form-handling.ts'

/*
 * Section 8 of the specification contains two overlapping lists of sign-up toasts: the rows "Sign-up failure"
 * and "Success", and the rows "Signup" and "Account created". This module chooses the toast that most
 * accurately describes what happened:
 *
 * - If the server rejects the username, the age or the strength of the password, the toast is 'Invalid
 *   username', 'Age restriction', 'Username taken' or 'Weak password'. If the server rejects any other field
 *   (name, email, password length, terms), the toast is 'Signup failed'.
 * - If checking the availability of a username fails while the user is typing, the toast is 'Signup error'.
 * - If the sign-up request cannot be sent, or the service is unavailable, the toast is 'Sign Up Failed'.
 * - If an account was created with Google or Apple but its profile cannot be saved, the toast is 'Profile
 *   save failed'.
 * - If signing up succeeds, the first toast is 'Account Created!' / 'Check your email …', because an email is
 *   always sent. The second toast after signing up is 'Account created' and states the chosen display name
 *   mode.
 * - If the user signs in with a password or a link, the toast is 'Welcome Back!'.
 * - If signing in fails for any reason, the toast is 'Sign In Failed'.
 */

/** The codes of errors that are caused by the service rather than by the entered values. */
const serviceErrorCodes = ['unavailable', 'internal', 'too_many_requests', 'foreign_origin']

export function showSignUpFailureToast(answer: unknown, title: string = accountFormMessages.signUpFailed) {
  if (!isFormFailure(answer)) return
  const { refused } = answer
  // Dismiss the error toasts of the previous attempt.
  dismissErrorToasts()
  showToast.error(serviceErrorCodes.includes(refused.code) ? title : refused.title, refused.detail)
}

export function showSignInFailureToast(answer: unknown) {
  if (isFormFailure(answer)) showToast.error(accountFormMessages.signInFailed, answer.refused.detail)
}

export function showSignedInToast() {
  dismissErrorToasts()
  showToast.success(accountFormMessages.welcomeBack.title, accountFormMessages.welcomeBack.text)
}

/** Shows a toast when checking the availability of a username has failed. */
export function showUsernameCheckFailureToast(thrown: unknown) {
  showToast.error(
    accountFormMessages.signupError,
    (thrown instanceof ApiCallError ? thrown : commonErrors.unavailable).detail,
  )
}

/**
 * Runs the page's action and returns the result. If the request itself fails (no connection, or a proxy's
 * error page), returns a form failure, so the form keeps its values. Redirects are rethrown unchanged.
 */
export async function callServerAction<T>(action: () => Promise<T>): Promise<T | FormFailure> {
  try {
    return await action()
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { title, detail } = commonErrors.unavailable
    return { refused: { code: 'unavailable', title, detail }, fields: {}, values: {} }
  }
}

/**
 * Sets an HTTP error status on the result of a failed action. With an error status, React Router does not
 * reload the page's data. If the data were reloaded and the reload failed too, an error page would replace
 * the form.
 */
export function withFormFailureStatus<T>(answer: T) {
  return isFormFailure(answer) ? data(answer, { status: 422 }) : answer
}
