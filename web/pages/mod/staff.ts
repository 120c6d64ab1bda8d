import { data } from 'react-router'
import { getSession, type Me } from '#contract/accounts.ts'
import { askOf } from '../ask.ts'
import { loader as loadHome } from '../home.tsx'

type Args = Parameters<typeof askOf>[0] & Parameters<typeof loadHome>[0]

/** For staff their page; for everybody else there is nothing here, and they land softly on Home as on any such path (ruling 4). */
export async function forStaff<T>(
  args: Args,
  load: () => Promise<T>,
  isFor: (role: Me['role']) => boolean = (role) => role !== 'user',
) {
  const { me } = await askOf(args)(getSession, {})
  if (me && isFor(me.role)) return data({ staff: await load(), home: null })
  return data({ staff: null, home: await loadHome(args) }, { status: 404 })
}
