import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '../platform/config.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'

/**
 * Returns the trailer URL in its stored form. The stored form is the path of another upload by the same
 * creator, an https link to another site, or null. `host` is the host of the request, so that a URL copied
 * from the browser is recognized under any host name.
 */
export async function normalizeTrailerUrl(
  tx: Tx,
  viewer: Member,
  given: string | null | undefined,
  host: string,
): Promise<string | null | undefined> {
  if (given === undefined) return undefined
  if (given === null || given === '') return null
  const id = contentIdFromSiteUrl(given, host)
  if (id === null) {
    if (!given.startsWith('https:')) throw new ApiError('trailer_invalid')
    return given
  }
  const own = await selectOwnItems(viewer.id, tx)
    .select('content.id')
    .where('content.id', '=', id)
    .executeTakeFirst()
  if (!own) throw new ApiError('trailer_invalid')
  return `/watch/${id}`
}

/** Returns the item id from a watch page URL of this site, or null for other URLs. */
function contentIdFromSiteUrl(url: string, host: string): string | null {
  const { host: at, pathname } = new URL(url, config.publicUrl)
  if (at !== new URL(config.publicUrl).host && at !== host) return null
  return /^\/watch\/([0-9a-f-]{36})\/?$/i.exec(pathname)?.[1]?.toLowerCase() ?? null
}
