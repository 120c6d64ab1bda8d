import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { db } from '../../platform/db/db.ts'
import { storage } from '../../platform/storage/storage.ts'
import { exportKey } from './keys.ts'
import { scratch } from './make.ts'

const day = 24 * 3600_000

/** Erases copies that have expired, those that nobody finished in a day, and what a killed worker left half made. */
export async function sweepExports(now: number = Date.now()): Promise<void> {
  const rows = await db
    .selectFrom('exports')
    .select(['id', 'user_id'])
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', new Date(now)),
        eb.and([eb('ready_at', 'is', null), eb('requested_at', '<', new Date(now - day))]),
      ]),
    )
    .execute()
  for (const { id, user_id } of rows) {
    await storage.remove(exportKey(user_id, id))
    await db.deleteFrom('exports').where('id', '=', id).execute()
  }
  for (const name of await readdir(scratch()).catch(() => [])) {
    const path = join(scratch(), name)
    const about = await stat(path).catch(() => undefined)
    if (about && about.mtimeMs < now - day) await rm(path, { force: true })
  }
}
