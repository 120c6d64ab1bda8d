import { ApiError } from '#contract/errors/api-error.ts'
import { buildMasterPlaylist } from '#media/hls/master-playlist.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { db } from '../platform/db/db.ts'
import type { PlayableItem } from './playback-access.ts'

/** The master playlist over what can be played now; its variants lie below the folders of their tries. */
export async function loadMasterPlaylist({ contentId }: PlayableItem): Promise<string> {
  const rows = await db
    .selectFrom('renditions')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('superseded_at', 'is', null)
    .execute()
  if (rows.length === 0) throw new ApiError('content_not_found')
  // The rows hold all that a master playlist says of a rendition; its name there is where it lies.
  return buildMasterPlaylist(rows.map((row) => ({ ...row, name: row.folder })) as unknown as Rendition[])
}
