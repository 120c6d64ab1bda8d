import { redirect } from 'react-router'
import { signOut } from '#contract/accounts/accounts.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import type { Route } from './+types/sign-out-route.ts'

/** Handles the sign-out form in the user menu, which is submitted only in browsers without JavaScript. */
export async function action(args: Route.ActionArgs) {
  await createApiClientFromContext(args)(signOut, {})
  return redirect(pagePaths.home, { headers: { 'clear-site-data': '"cache"' } })
}

export const loader = () => redirect(pagePaths.home)
