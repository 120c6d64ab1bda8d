import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { buildMasterPlaylist } from '#media/hls/master-playlist.ts'
import type { Rendition } from '#media/hls/rendition.ts'
import { loadSubtitleRenditions } from '#server/captions/subtitle-renditions.ts'
import { db } from '../platform/db/db.ts'
import type { PlayableItem } from './playback-access.ts'

/**
 * Builds the master playlist of the currently playable renditions. The URL of each variant playlist is
 * relative and starts with the folder of the transcode attempt. Staff can also get the playlist of a new file
 * that is held for review.
 */
export async function loadMasterPlaylist(
  { contentId }: PlayableItem,
  of: 'item' | 'replacement' = 'item',
): Promise<string> {
  const rows = await db
    .selectFrom('renditions')
    .selectAll()
    .where('content_id', '=', contentId)
    .where(of === 'item' ? isActive : isOfReplacement)
    .execute()
  if (rows.length === 0) throw new ApiError('content_not_found')
  const subtitles = await loadSubtitleRenditions(contentId)
  // The cast is safe, because the rows contain everything that a master playlist needs. In the playlist, the
  // name of a rendition is the name of its folder.
  const renditions = rows.map((row) => ({ ...row, name: row.folder })) as unknown as Rendition[]
  return buildMasterPlaylist(renditions, subtitles)
}

const isActive = sql<boolean>`superseded_at is null`
const isOfReplacement = sql<boolean>`superseded_at = 'infinity'`
