import { redirect } from 'react-router'
import { signOut } from '#contract/accounts.ts'
import { services } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/sign-out.ts'

/** Where the menu's form goes when there is no script. The API's answer carries the cookie's end. */
export async function action({ context }: Route.ActionArgs) {
  const answer = await context.get(services).fetch(signOut.path, { method: signOut.method })
  const headers = new Headers()
  for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie)
  throw redirect(paths.home, { headers })
}

export const loader = () => redirect(paths.home)
