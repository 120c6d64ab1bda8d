import { LRUCache } from 'lru-cache'
import { listCueLines, replaceCueLines, type Cue } from '#media/captions/cue.ts'
import { parseStoredCaptions } from '#media/captions/parse-captions.ts'
import { maskCaptionContactDetails } from '#server/text-moderation/check-caption-text.ts'
import { db } from '../platform/db/db.ts'

/** The names of an item's caption tracks, for the master playlist. */
export async function loadCaptionTracks(contentId: string) {
  return db
    .selectFrom('captions')
    .select(['language', 'is_sdh', 'is_default', 'file_id', 'source'])
    .where('content_id', '=', contentId)
    .orderBy('language')
    .orderBy('is_sdh')
    .execute()
}

/**
 * A cache of parsed captions with masked contact details. The cache key is the name of the caption file,
 * because the text of a caption file never changes. Masking the captions of a film takes about 0.1 s. A
 * cached cue takes about 500 bytes, so the cache uses at most about 50 MB.
 */
const cuesOfFiles = new LRUCache<string, Cue[]>({
  maxSize: 100_000,
  sizeCalculation: (cues) => cues.length,
  fetchMethod: readServedCues,
})

/**
 * Returns the cues of a caption file of the item as viewers see them, or null if the item has no such file.
 * The caller must have checked that the viewer may watch the item. Shared caches store the captions, so links
 * and contact details are masked for everyone.
 */
export async function loadMaskedCues(contentId: string, fileId: string): Promise<Cue[] | null> {
  const row = await db
    .selectFrom('captions')
    .select('id')
    .where('content_id', '=', contentId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  return (row && (await cuesOfFiles.fetch(fileId))) ?? null
}

async function readServedCues(fileId: string): Promise<Cue[] | undefined> {
  const row = await db.selectFrom('captions').select('vtt').where('file_id', '=', fileId).executeTakeFirst()
  if (!row) return undefined
  return maskContactDetailsInCues(parseStoredCaptions(row.vtt))
}

/** Returns the cues with links and contact details masked, as all viewers see them. */
export async function maskContactDetailsInCues(cues: readonly Cue[]): Promise<Cue[]> {
  const lines = listCueLines(cues).map(({ text }) => text)
  return replaceCueLines(cues, await maskCaptionContactDetails(lines))
}
