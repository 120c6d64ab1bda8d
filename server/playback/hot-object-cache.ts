import { storage, type StoredObject } from '../platform/storage/storage.ts'

/** An object together with its bytes. */
export interface CachedObject extends StoredObject {
  bytes: Uint8Array<ArrayBuffer>
}

const cacheLimits = { all: 64 * 1024 * 1024, each: 4 * 1024 * 1024, remembered: 2000 }

/** The least recently used entry comes first. */
const cachedObjects = new Map<string, Promise<CachedObject | null>>()
const sizes = new Map<string, number>()
/** Keys that were recently requested once; a second request puts the object into the cache. */
const requestedOnce = new Set<string>()
let bytesHeld = 0

/**
 * Reads an object through an in-memory cache: at most 64 MB in total, no object over 4 MB, and only from the
 * second request on. Returns null if the object is not cached or does not exist; the caller then asks the
 * storage. Only for objects that never change under their key. Access must be checked before every call.
 */
export function readHotObject(key: string): Promise<CachedObject | null> {
  const known = cachedObjects.get(key)
  if (known) {
    cachedObjects.delete(key)
    cachedObjects.set(key, known)
    return known
  }
  if (!isRepeatedRequest(key)) return Promise.resolve(null)
  const reading = readWholeObject(key)
  cachedObjects.set(key, reading)
  reading.then(
    (object) => (object ? keepInCache(key, reading, object.size) : cachedObjects.delete(key)),
    () => cachedObjects.delete(key),
  )
  return reading
}

function isRepeatedRequest(key: string): boolean {
  if (requestedOnce.delete(key)) return true
  if (requestedOnce.size >= cacheLimits.remembered) requestedOnce.clear()
  requestedOnce.add(key)
  return false
}

async function readWholeObject(key: string): Promise<CachedObject | null> {
  const about = await storage.stat(key)
  if (!about || about.size > cacheLimits.each) return null
  const object = await storage.open(key)
  if (!object) return null
  const bytes = new Uint8Array(await new Response(object.body).arrayBuffer())
  return { size: object.size, etag: object.etag, modified: object.modified, bytes }
}

function keepInCache(key: string, reading: Promise<CachedObject | null>, size: number): void {
  // Evicted while it was being read.
  if (cachedObjects.get(key) !== reading) return
  sizes.set(key, size)
  bytesHeld += size
  for (const oldest of cachedObjects.keys()) {
    if (bytesHeld <= cacheLimits.all) return
    bytesHeld -= sizes.get(oldest) ?? 0
    sizes.delete(oldest)
    cachedObjects.delete(oldest)
  }
}
