import { bytesHash, filmLook } from '#media/fingerprint.ts'
import { isCopy, likeness } from '#media/looks.ts'
import { MediaRefusal } from '#media/refusal.ts'
import { announce } from '../events.ts'
import { db } from '../platform/db/db.ts'
import { type Run, fenced } from './run.ts'

/**
 * Is there anything to compare with? Then a film is looked at before anybody else can; where nothing was ever taken down,
 * nobody waits for that.
 */
export async function hasRemovedMedia(): Promise<boolean> {
  const one = await db.selectFrom('removed_media').select('content_id').limit(1).executeTakeFirst()
  return one !== undefined
}

/** The hash of an upload's bytes. The very file that was taken down before ends here. */
export async function hashUnlessRemoved({ contentId }: Run, input: string): Promise<Buffer> {
  const sha256 = await bytesHash(input)
  const known = await db
    .selectFrom('removed_media')
    .select('content_id')
    .where('sha256', '=', sha256)
    .where('content_id', '!=', contentId)
    .executeTakeFirst()
  if (known) throw new MediaRefusal('taken_down', `the bytes of ${known.content_id}`)
  return sha256
}

/** Keeps what the film looks like, and tells of it when it looks like something that was taken down. */
export async function rememberLook(
  run: Run,
  sha256: Buffer,
  seeing: Parameters<typeof filmLook>[0],
): Promise<void> {
  const look = await filmLook(seeing)
  const original = await removedLike(run, look)
  await fenced(run, async (tx) => {
    await tx
      .insertInto('fingerprints')
      .values({ content_id: run.contentId, sha256, look })
      .onConflict((item) => item.column('content_id').doUpdateSet({ sha256, look }))
      .execute()
    if (original) await announce(tx, { what: 'recognised', contentId: run.contentId, ...original })
  })
}

/** One after the other, not all at once: an hour of film is 29 KB, and there may be thousands. */
async function removedLike({ contentId }: Run, look: Buffer): Promise<{ priority: number } | undefined> {
  const rows = db
    .selectFrom('removed_media')
    .select(['look', 'priority'])
    .where('content_id', '!=', contentId)
    .orderBy('priority')
    .orderBy('content_id')
  for (let from = 0; ; from += atOnce) {
    const some = await rows.limit(atOnce).offset(from).execute()
    const found = some.find((removed) => isCopy(likeness(removed.look, look)))
    if (found) return { priority: found.priority }
    if (some.length < atOnce) return undefined
  }
}

const atOnce = 100
