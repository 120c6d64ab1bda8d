import { sql } from 'kysely'
import { parseStoredCaptions } from '#media/captions/parse-captions.ts'
import { type CaptionPassage, splitIntoPassages } from '#media/captions/caption-passages.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { maskContactDetailsInCues } from './served-captions.ts'

/**
 * Stores the sentences of captions for search. Call this function in the transaction that stores the text of
 * the captions. If the text of a caption track is replaced, the database deletes the sentences of the earlier
 * text (migration 0098).
 */
export async function storeCaptionPassages(
  tx: Tx,
  { id, language, file_id }: { id: string; language: string; file_id: string },
  passages: readonly CaptionPassage[],
): Promise<void> {
  const rows = passages.map(({ lines, starts }) => ({ body: lines.join('\n'), starts }))
  await sql`insert into caption_passages (caption_id, language, body, starts)
    select ${id}, ${language}, body, starts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as passage (body text, starts integer[])`.execute(
    tx,
  )
  await tx.updateTable('captions').set({ indexed_file_id: file_id }).where('id', '=', id).execute()
}

/**
 * Indexes the captions that an earlier version of the software stored without indexing them. Each track is
 * indexed separately.
 */
export async function indexUnindexedCaptions(): Promise<void> {
  for (let after: string | undefined; ;) {
    let waiting = db
      .selectFrom('captions')
      .select(['id', 'file_id', 'vtt'])
      .where(isWaiting)
      .orderBy('id')
      .limit(1)
    if (after) waiting = waiting.where('id', '>', after)
    const row = await waiting.executeTakeFirst()
    if (!row) return
    await indexCaptions(row).catch((error: Error) =>
      log.warn('captions could not be indexed', { captions: row.id, error: error.message }),
    )
    after = row.id
  }
}

const isWaiting = sql<boolean>`indexed_file_id is distinct from file_id`

/** Indexes the text of one track, unless the text was replaced or indexed in the meantime. */
async function indexCaptions({
  id,
  file_id,
  vtt,
}: {
  id: string
  file_id: string
  vtt: string
}): Promise<void> {
  const passages = splitIntoPassages(await maskContactDetailsInCues(parseStoredCaptions(vtt)))
  await transaction(async (tx) => {
    const row = await tx
      .selectFrom('captions')
      .select(['id', 'language', 'file_id'])
      .where('id', '=', id)
      .where('file_id', '=', file_id)
      .where(isWaiting)
      .forUpdate()
      .executeTakeFirst()
    if (row) await storeCaptionPassages(tx, row, passages)
  })
}
