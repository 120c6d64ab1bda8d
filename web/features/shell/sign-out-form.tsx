import { pagePaths } from '#web/paths.ts'

export const signOutFormId = 'sign-out'

/**
 * The sign-out form for browsers without JavaScript. With JavaScript, the form's buttons sign the user out
 * without submitting the form.
 */
export function SignOutForm() {
  return <form id={signOutFormId} method="post" action={pagePaths.signOut} hidden />
}
