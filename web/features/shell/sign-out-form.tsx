import { pagePaths } from '#web/paths.ts'

export const signOutFormId = 'sign-out'

/**
 * Signs out without JavaScript. With JavaScript, the buttons that reference this form sign out themselves.
 */
export function SignOutForm() {
  return <form id={signOutFormId} method="post" action={pagePaths.signOut} hidden />
}
