import { data } from 'react-router'
import { ApiCallError } from '#web/api/api-client.ts'
import { requestErrors } from '#contract/errors/request-errors.ts'
import { notify, dismissErrorToasts } from '#web/ui/overlays/toast-store.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { isFormFailure, type FormFailure } from './form-failure.ts'

/*
 * The specification has two catalogues that overlap (section 8: "Success", "Sign-up failure" and "Signup", "Account created").
 * Each text is said where it is true:
 *
 * - What was typed is refused: the refusal's own title. 'Invalid username', 'Age restriction', 'Username taken', 'Weak
 *   password'; 'Signup failed' for the rest (name, email, password's length, terms).
 * - Whether a username is free could not be asked while typing: 'Signup error'.
 * - Joining could not be asked for, or the service is not able to: 'Sign Up Failed'.
 * - The account exists (Google, Apple) and its profile could not be saved: 'Profile save failed'.
 * - Joined: 'Account Created!' / 'Check your email …' (a letter is always sent, ruling 14), then 'Account created' with how one
 *   is shown.
 * - Signing in, by password or link: 'Welcome Back!', or 'Sign In Failed' for whatever stood in the way.
 */

/** Where the fault is the service's and not the form's. */
const serviceErrorCodes = ['unavailable', 'internal', 'too_many_requests', 'foreign_origin']

export function notifySignUpFailure(answer: unknown, title: string = accountFormMessages.signUpFailed) {
  if (!isFormFailure(answer)) return
  const { refused } = answer
  // What was refused before is not what is refused now.
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

/** The username could not be looked up. */
export function notifyUsernameCheckFailed(thrown: unknown) {
  notify.bad(
    accountFormMessages.signupError,
    (thrown instanceof ApiCallError ? thrown : requestErrors.unavailable).detail,
  )
}

/**
 * What the page's action answers. When it could not even be asked (no connection, a proxy's page), that is an answer too, and
 * the form keeps what was typed. A redirect goes on its way.
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

/** A refused answer keeps its status: React Router then leaves the page's data alone, which may be out of reach as well. */
export function withFailureStatus<T>(answer: T) {
  return isFormFailure(answer) ? data(answer, { status: 422 }) : answer
}
