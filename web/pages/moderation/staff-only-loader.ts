import { data } from 'react-router'
import { getSession, type CurrentUser } from '#contract/accounts/current-user.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { loader as loadHome } from '../home/home-page.tsx'

export type StaffLoaderArgs = Parameters<typeof createLoaderApiClient>[0] & Parameters<typeof loadHome>[0]

/**
 * Loads the data of a page that only staff can see. Visitors who are not staff see the home page with HTTP
 * status 404, the same as for an unknown path.
 */
export async function loadStaffOnlyPage<T>(
  args: StaffLoaderArgs,
  load: () => Promise<T>,
  isFor: (role: CurrentUser['role']) => boolean = (role) => role !== 'user',
) {
  const { me } = await createLoaderApiClient(args)(getSession, {})
  if (me && isFor(me.role)) return data({ staff: await load(), home: null })
  return data({ staff: null, home: await loadHome(args) }, { status: 404 })
}
