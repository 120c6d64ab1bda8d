import { pagePaths } from '#web/paths.ts'

export const signOutFormId = 'sign-out'

/**
 * A form that signs the user out without JavaScript. With JavaScript, the buttons of this form sign the user
 * out without submitting the form.
 */
export function SignOutForm() {
  return <form id={signOutFormId} method="post" action={pagePaths.signOut} hidden />
}
