import { redirect } from 'react-router'
import { signOut } from '#contract/accounts.ts'
import { apiOf } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/sign-out.ts'

/** Where the menu's form goes when there is no script. */
export async function action(args: Route.ActionArgs) {
  await apiOf(args)(signOut, {})
  return redirect(paths.home, { headers: { 'clear-site-data': '"cache"' } })
}

export const loader = () => redirect(paths.home)
