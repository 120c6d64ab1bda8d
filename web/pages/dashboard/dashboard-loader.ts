import { redirect } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { listOwnContent } from '#contract/content/own-content.ts'
import { ownUploadsPerPage } from '#contract/limits.ts'
import { toContentType, uploadTypes } from '#contract/content/content-types.ts'
import { getOwnProfile } from '#contract/people/profiles.ts'
import { getSafetySettings } from '#contract/safety/safety-settings.ts'
import { getOwnViewCounts } from '#contract/engagement/views.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'

type DashboardLoaderArgs = Parameters<typeof createApiClientFromContext>[0] & { url: URL }

/**
 * Loads the uploads, the profile, the safety settings and the view counts independently, so a failure to load
 * one of them does not hide the others.
 */
export async function loader(args: DashboardLoaderArgs) {
  const { pathname, search, searchParams } = args.url
  const { me } = await createLoaderApiClient(args)(getSession, {})
  if (!me) throw redirect(pagePaths.signIn(pathname + search))
  const type = uploadTypes.find((name) => name === searchParams.get('type'))
  const cursor = parsePageCursor(searchParams)
  const query = { content_type: type && toContentType(type), cursor, limit: ownUploadsPerPage }
  const api = createApiClientFromContext(args)
  const [first, profile, safety, views] = await Promise.all([
    api(listOwnContent, { query }).catch(nullOnApiError),
    api(getOwnProfile, {}).catch(nullOnApiError),
    api(getSafetySettings, {}).catch(nullOnApiError),
    api(getOwnViewCounts, {}).catch(nullOnApiError),
  ])
  return { me, type, first, profile, safety: safety?.settings ?? null, views: views?.spans ?? null }
}

function nullOnApiError(thrown: unknown): null {
  if (thrown instanceof ApiCallError) return null
  throw thrown
}
