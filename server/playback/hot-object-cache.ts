import { storage, type StoredObject } from '../platform/storage/storage.ts'

/** An object with all its bytes. */
export interface CachedObject extends StoredObject {
  bytes: Uint8Array<ArrayBuffer>
}

const cacheLimits = { all: 64 * 1024 * 1024, each: 4 * 1024 * 1024, remembered: 2000 }

/** Least recently used first. */
const cachedObjects = new Map<string, Promise<CachedObject | null>>()
const sizes = new Map<string, number>()
/** Asked for once of late: what comes again is held. */
const requestedOnce = new Set<string>()
let bytesHeld = 0

/**
 * What many watch at once is read once and kept in memory for all of them: 64 MB at the most, nothing larger than 4 MB, and
 * only from the second time that it is asked for. Null where there is nothing to keep: the storage has it, or nobody has.
 * Only for objects that never change behind their key; who may have them is asked before, every time.
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
  // Driven out while it was being read.
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
