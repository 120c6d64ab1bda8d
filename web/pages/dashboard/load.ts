import { redirect } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { listOwnContent } from '#contract/content.ts'
import { ownUploadsPerPage } from '#contract/limits.ts'
import { storedType, uploadTypes } from '#contract/kinds.ts'
import { getOwnProfile } from '#contract/profiles.ts'
import { getOwnSafety } from '#contract/safety.ts'
import { getOwnViews } from '#contract/views.ts'
import { cursorIn } from '#web/api/cursor.ts'
import { CallError } from '#web/api/call.ts'
import { apiOf } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import { askOf } from '../ask.ts'

type Args = Parameters<typeof apiOf>[0] & { url: URL }

/** Uploads, profile, safety settings and views, each for itself: when one of them can't be read, the others are still there. */
export async function loader(args: Args) {
  const { pathname, search, searchParams } = args.url
  const { me } = await askOf(args)(getSession, {})
  if (!me) throw redirect(paths.login(pathname + search))
  const type = uploadTypes.find((name) => name === searchParams.get('type'))
  const cursor = cursorIn(searchParams)
  const query = { content_type: type && storedType(type), cursor, limit: ownUploadsPerPage }
  const api = apiOf(args)
  const [first, profile, safety, views] = await Promise.all([
    api(listOwnContent, { query }).catch(nothing),
    api(getOwnProfile, {}).catch(nothing),
    api(getOwnSafety, {}).catch(nothing),
    api(getOwnViews, {}).catch(nothing),
  ])
  return { me, type, first, profile, safety: safety?.settings ?? null, views: views?.spans ?? null }
}

function nothing(thrown: unknown): null {
  if (thrown instanceof CallError) return null
  throw thrown
}
