import { log } from '../platform/log.ts'
import { storage } from '../platform/storage/storage.ts'
import { idOfKey, removeBytes } from './bytes.ts'
import { discard } from './discard.ts'
import { itemsAtWork } from '../safety/items.ts'

const hour = 3600_000
const staleAfter = 7 * 24 * hour

/** Drops uploads that nobody went on with for a week, and files that no row wants for over an hour. */
export async function sweepUploads(now: number = Date.now()): Promise<void> {
  for (const upload of await staleUploads(now)) await discard(upload)
  let removed = 0
  for (const [id, key] of await filesById()) {
    const file = await storage.stat(key)
    if (!file || now - file.modified.getTime() < hour || (await isWanted(id))) continue
    await removeBytes(id)
    removed += 1
  }
  if (removed > 0) log.info('swept uploads', { removed })
}

function staleUploads(now: number) {
  return itemsAtWork()
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['uploads.id', 'uploads.content_id', 'content.playback_id'])
    .where('completed_at', 'is', null)
    .where('touched_at', '<', new Date(now - staleAfter))
    .execute()
}

/** A file of each upload that has any: the file itself, or what the bucket's store keeps beside it. */
async function filesById(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const key of storage.list('uploads')) found.set(idOfKey(key), key)
  return found
}

const idForm = /^[0-9a-f-]{36}$/

/** While it comes in; and afterwards as long as its content names it. */
async function isWanted(id: string): Promise<boolean> {
  if (!idForm.test(id)) return true
  const row = await itemsAtWork()
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['completed_at', 'file_url'])
    .where('uploads.id', '=', id)
    .executeTakeFirst()
  return row !== undefined && (row.completed_at === null || row.file_url !== null)
}
