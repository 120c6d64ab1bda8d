import { storage, type StoredObject } from '../platform/storage/storage.ts'

/** An object with all its bytes. */
export interface HotObject extends StoredObject {
  bytes: Uint8Array<ArrayBuffer>
}

const most = { all: 64 * 1024 * 1024, each: 4 * 1024 * 1024, remembered: 2000 }

/** Least recently used first. */
const held = new Map<string, Promise<HotObject | null>>()
const sizes = new Map<string, number>()
/** Asked for once of late: what comes again is held. */
const onceAsked = new Set<string>()
let bytesHeld = 0

/**
 * What many watch at once is read once and kept in memory for all of them: 64 MB at the most, nothing larger than 4 MB, and
 * only from the second time that it is asked for. Null where there is nothing to keep: the storage has it, or nobody has.
 * Only for objects that never change behind their key; who may have them is asked before, every time.
 */
export function hot(key: string): Promise<HotObject | null> {
  const known = held.get(key)
  if (known) {
    held.delete(key)
    held.set(key, known)
    return known
  }
  if (!isAskedAgain(key)) return Promise.resolve(null)
  const reading = read(key)
  held.set(key, reading)
  reading.then(
    (object) => (object ? keep(key, reading, object.size) : held.delete(key)),
    () => held.delete(key),
  )
  return reading
}

function isAskedAgain(key: string): boolean {
  if (onceAsked.delete(key)) return true
  if (onceAsked.size >= most.remembered) onceAsked.clear()
  onceAsked.add(key)
  return false
}

async function read(key: string): Promise<HotObject | null> {
  const about = await storage.stat(key)
  if (!about || about.size > most.each) return null
  const object = await storage.open(key)
  if (!object) return null
  const bytes = new Uint8Array(await new Response(object.body).arrayBuffer())
  return { size: object.size, etag: object.etag, modified: object.modified, bytes }
}

function keep(key: string, reading: Promise<HotObject | null>, size: number): void {
  // Driven out while it was being read.
  if (held.get(key) !== reading) return
  sizes.set(key, size)
  bytesHeld += size
  for (const oldest of held.keys()) {
    if (bytesHeld <= most.all) return
    bytesHeld -= sizes.get(oldest) ?? 0
    sizes.delete(oldest)
    held.delete(oldest)
  }
}
