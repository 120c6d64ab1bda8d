import { pagePaths } from '#web/paths.ts'

export const signOutFormId = 'sign-out'

/**
 * The form with which a user signs out without JavaScript. With JavaScript, the form's buttons sign the user
 * out without submitting the form.
 */
export function SignOutForm() {
  return <form id={signOutFormId} method="post" action={pagePaths.signOut} hidden />
}
