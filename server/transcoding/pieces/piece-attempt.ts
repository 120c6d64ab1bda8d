import { join } from 'node:path'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import type { TranscodeAttempt } from '../transcode-attempt.ts'

interface AttemptOfPieces {
  contentId: string
  fence: number
}

/**
 * Loads the attempt that planned the pieces, with the result of probing the file. `name` is the end of the
 * name of the work folder. Returns null if the attempt is no longer current.
 */
export async function loadPieceAttempt(
  { contentId, fence }: AttemptOfPieces,
  name: string,
  signal: AbortSignal,
): Promise<{ run: TranscodeAttempt; source: VideoSource } | null> {
  const row = await selectItemsWithoutAccessCheck(db)
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['content.playback_id', 'content.file_url', 'uploads.file_size'])
    .select(['streams.tries', 'streams.source'])
    .where('content.id', '=', contentId)
    .where('streams.fence', '=', fence)
    .where('streams.state', '=', 'encoding')
    .where('content.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row?.file_url) return null
  const { playback_id: playbackId, file_url: original, file_size: fileSize, tries } = row
  const folder = join(config.dataDir, 'work', `${contentId}-${fence}-piece-${name}`)
  const run = { contentId, playbackId, fence, tries, original, fileSize, folder, signal }
  return { run, source: row.source as VideoSource }
}

/** Returns the prefix of the storage keys of an attempt's pieces. The media gateway does not serve them. */
export function getPieceStoragePrefix({
  playbackId,
  fence,
}: Pick<TranscodeAttempt, 'playbackId' | 'fence'>): string {
  return `media/${playbackId}/${fence}/pieces`
}
