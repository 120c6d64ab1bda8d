import { Refusal } from '#contract/refusals.ts'
import { masterPlaylist } from '#media/master.ts'
import type { Rendition } from '#media/rendition.ts'
import { db } from '../platform/db/db.ts'
import type { Playable } from './right.ts'

/** The master playlist over what can be played now; its variants lie below the folders of their tries. */
export async function master({ contentId }: Playable): Promise<string> {
  const rows = await db
    .selectFrom('renditions')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('superseded_at', 'is', null)
    .execute()
  if (rows.length === 0) throw new Refusal('content_not_found')
  // The rows hold all that a master playlist says of a rendition; its name there is where it lies.
  return masterPlaylist(rows.map((row) => ({ ...row, name: row.folder })) as unknown as Rendition[])
}
