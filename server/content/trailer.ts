import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { ownItems } from '../safety/items.ts'

/**
 * The trailer as it is stored: the path of another of the creator's uploads, an https link to another site, or null (ruling 26).
 * `host` is where the request came in, so that an address copied from the browser is known as this site's whatever its name.
 */
export async function storedTrailer(
  tx: Tx,
  viewer: Member,
  given: string | null | undefined,
  host: string,
): Promise<string | null | undefined> {
  if (given === undefined) return undefined
  if (given === null || given === '') return null
  const id = idOnSite(given, host)
  if (id === null) {
    if (!given.startsWith('https:')) throw new Refusal('trailer_invalid')
    return given
  }
  const own = await ownItems(viewer.id, tx)
    .select('content.id')
    .where('content.id', '=', id)
    .executeTakeFirst()
  if (!own) throw new Refusal('trailer_invalid')
  return `/watch/${id}`
}

/** The item a watch page of this site is about; null for addresses of other sites. */
function idOnSite(url: string, host: string): string | null {
  const { host: at, pathname } = new URL(url, config.publicUrl)
  if (at !== new URL(config.publicUrl).host && at !== host) return null
  return /^\/watch\/([0-9a-f-]{36})\/?$/i.exec(pathname)?.[1]?.toLowerCase() ?? null
}
