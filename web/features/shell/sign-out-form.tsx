import { pagePaths } from '#web/paths.ts'

export const signOutFormId = 'sign-out'

/** Signs out where there is no script; the buttons that name it do the same by themselves where there is. */
export function SignOutForm() {
  return <form id={signOutFormId} method="post" action={pagePaths.signOut} hidden />
}
