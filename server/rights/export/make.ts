import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { exporting } from '#contract/limits.ts'
import { announce } from '../../events.ts'
import { config } from '../../platform/config.ts'
import { db, transaction } from '../../platform/db/db.ts'
import { post } from '../../platform/mail.ts'
import type { Running } from '../../platform/queue.ts'
import { storage } from '../../platform/storage/storage.ts'
import { exportLetter } from '../letters.ts'
import { exportKey } from './keys.ts'
import { zipOf } from './zip.ts'

/** Makes the copy, puts it where it is fetched from, and says so. A second run finds nothing to do, or does it all again. */
export async function make(
  { exportId }: { exportId: string },
  { signal }: Pick<Running, 'signal'>,
): Promise<void> {
  const asked = await db
    .selectFrom('exports')
    .select('user_id')
    .where('id', '=', exportId)
    .where('ready_at', 'is', null)
    .executeTakeFirst()
  if (!asked) return
  const path = join(scratch(), `${exportId}.zip`)
  await mkdir(scratch(), { recursive: true, mode: 0o700 })
  try {
    await pipeline(await zipOf(asked.user_id), createWriteStream(path, { mode: 0o600 }), { signal })
    await storage.putFile(exportKey(asked.user_id, exportId), path)
    await hand(exportId, asked.user_id, (await stat(path)).size)
  } finally {
    await rm(path, { force: true })
  }
}

/** Beside the storage: a file is whole before it is there. */
export function scratch(): string {
  return join(config.dataDir, 'exports')
}

/** From here on it can be fetched; the one before it goes. Whoever was erased meanwhile leaves nothing. */
async function hand(exportId: string, userId: string, bytes: number): Promise<void> {
  const ready_at = new Date()
  const expires_at = new Date(ready_at.getTime() + exporting.days * 24 * 3600_000)
  const older = await transaction(async (tx) => {
    const owner = await tx
      .updateTable('exports')
      .from('users')
      .whereRef('users.id', '=', 'exports.user_id')
      .set({ ready_at, expires_at, bytes })
      .where('exports.id', '=', exportId)
      .returning('users.email')
      .executeTakeFirst()
    if (!owner) return null
    await post(tx, exportLetter(owner.email, expires_at))
    await announce(tx, { what: 'export_ready', userId })
    return tx
      .deleteFrom('exports')
      .where('user_id', '=', userId)
      .where('id', '!=', exportId)
      .returning('id')
      .execute()
  })
  const gone = older ?? [{ id: exportId }]
  for (const { id } of gone) await storage.remove(exportKey(userId, id))
}
