import { data } from 'react-router'
import { CallError } from '#web/api/call.ts'
import { requestRefusals } from '#contract/request-refusals.ts'
import { notify, putRight } from '#web/ui/notify.ts'
import { words } from '#web/words/account.ts'
import { isRefused, type Refused } from './form-answer.ts'

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
const ofService = ['unavailable', 'internal', 'too_many_requests', 'foreign_origin']

export function saySignUpRefused(answer: unknown, title: string = words.signUpFailed) {
  if (!isRefused(answer)) return
  const { refused } = answer
  // What was refused before is not what is refused now.
  putRight()
  notify.bad(ofService.includes(refused.code) ? title : refused.title, refused.detail)
}

export function saySignInRefused(answer: unknown) {
  if (isRefused(answer)) notify.bad(words.signInFailed, answer.refused.detail)
}

export function sayWelcome() {
  putRight()
  notify.good(...words.welcomeBack)
}

/** The username could not be looked up. */
export function sayNotChecked(thrown: unknown) {
  notify.bad(words.signupError, (thrown instanceof CallError ? thrown : requestRefusals.unavailable).detail)
}

/**
 * What the page's action answers. When it could not even be asked (no connection, a proxy's page), that is an answer too, and
 * the form keeps what was typed. A redirect goes on its way.
 */
export async function asked<T>(action: () => Promise<T>): Promise<T | Refused> {
  try {
    return await action()
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { title, detail } = requestRefusals.unavailable
    return { refused: { code: 'unavailable', title, detail }, fields: {}, values: {} }
  }
}

/** A refused answer keeps its status: React Router then leaves the page's data alone, which may be out of reach as well. */
export function settled<T>(answer: T) {
  return isRefused(answer) ? data(answer, { status: 422 }) : answer
}
