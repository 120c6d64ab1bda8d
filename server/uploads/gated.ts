import { Refusal } from '#contract/refusals.ts'
import { db } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { isFull, StorageAway } from '../platform/storage/away.ts'
import { countStorageError } from '../platform/storage/counted.ts'
import { itemsAtWork } from '../safety/items.ts'
import { Gate } from './gate.ts'

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Is this the id of an upload, whole and in the one way we write it? */
export function isUploadId(text: string): boolean {
  return idForm.test(text)
}

/** Where the bytes of an upload lie in the storage: there as they come in, an object of it when they are all in. */
export function keyOf(id: string): string {
  return checkUploadKey(`uploads/${id}`)
}

/** Guards the stores: no key but an upload's reaches them. Another one is a bug or an attack that got past the id check. */
export function checkUploadKey(key: string): string {
  if (!key.startsWith('uploads/') || !isUploadId(key.slice('uploads/'.length)))
    throw new Error('not the key of an upload')
  return key
}

export function idOfKey(key: string): string {
  return checkUploadKey(key).slice('uploads/'.length)
}

/** What the row says of an upload whose bytes lie under this key. Nothing more is written for a deleted one. */
export function rowOf(key: string) {
  return itemsAtWork()
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['file_size', 'demuxer'])
    .where('uploads.id', '=', idOfKey(key))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Checks the bytes on their way into a store. At offset 0 the file is another one: what an earlier try has shown is forgotten. */
export async function gateOf(key: string, offset: number, head: Buffer | undefined): Promise<Gate> {
  const row = await rowOf(key)
  if (!row) throw new Refusal('upload_not_found')
  if (offset === 0 && row.demuxer) await touch(key, { demuxer: null })
  const onTick = () =>
    void touch(key, {}).catch((error) => log.warn('touch failed', { error: error.message }))
  return new Gate({ size: row.file_size, demuxer: offset === 0 ? null : row.demuxer, offset, head, onTick })
}

/** Remembers what the stream has shown. */
export async function settle(key: string, gate: Gate): Promise<void> {
  await touch(key, gate.demuxer ? { demuxer: gate.demuxer } : {})
}

async function touch(key: string, more: { demuxer?: string | null }): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ touched_at: new Date(), ...more })
    .where('id', '=', idOfKey(key))
    .execute()
}

export function refuseWhenFull(error: unknown): never {
  countIfOurs(error)
  throw isFull(error) ? new Refusal('storage_full') : error
}

/** What breaks an upload is most often its sender’s connection. */
function countIfOurs(error: unknown): void {
  if (isFull(error) || error instanceof StorageAway) countStorageError('upload', error)
}
