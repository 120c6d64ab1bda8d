import { LRUCache } from 'lru-cache'
import { storage, type StoredObject } from '../platform/storage/storage.ts'

export interface CachedObject extends StoredObject {
  bytes: Uint8Array<ArrayBuffer>
}

const MiB = 1024 * 1024

/**
 * Cached objects. If an object is evicted from the cache while it is being read, all callers that are waiting
 * for the object still get it.
 */
const cachedObjects = new LRUCache<string, CachedObject>({
  maxSize: 64 * MiB,
  maxEntrySize: 4 * MiB,
  sizeCalculation: ({ size }) => Math.max(1, size),
  fetchMethod: readWholeObject,
  ignoreFetchAbort: true,
})
/** Recently requested keys. The second request for a key puts its object into the cache. */
const requestedKeys = new LRUCache<string, true>({ max: 2000 })

/**
 * Reads an object through an in-memory cache. The cache holds at most 64 MiB in total and no object over 4
 * MiB, and an object is cached from its second request on. Returns null if the object is not cached or does
 * not exist; the caller then reads from storage. Use this function only for objects whose bytes never change,
 * and check access before every call.
 */
export async function readHotObject(key: string): Promise<CachedObject | null> {
  if (!cachedObjects.has(key) && !requestedKeys.get(key)) {
    requestedKeys.set(key, true)
    return null
  }
  return (await cachedObjects.fetch(key)) ?? null
}

async function readWholeObject(key: string): Promise<CachedObject | undefined> {
  const found = await storage.stat(key)
  if (!found || found.size > cachedObjects.maxEntrySize) return undefined
  const object = await storage.open(key)
  if (!object) return undefined
  const bytes = new Uint8Array(await new Response(object.body).arrayBuffer())
  return { size: object.size, etag: object.etag, modified: object.modified, bytes }
}
