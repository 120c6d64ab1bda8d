import { StorageUnavailableError } from '#server/platform/storage/storage-errors.ts'
import { storage } from '#server/platform/storage/storage.ts'

/** How long it may take to read an object, in milliseconds. A chunk has at most 2 MB. */
const timeoutMs = 5000

/** Reads a stored object of a broadcast. Throws if the object is missing or the storage does not respond. */
export async function readStoredObject(key: string): Promise<Buffer> {
  const object = await storage.open(key, undefined, { isLive: true })
  if (!object) throw new Error(`${key} is missing`)
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new StorageUnavailableError(`${key} was not read in time`)),
    timeoutMs,
  )
  try {
    return Buffer.from(await Promise.race([new Response(object.body).arrayBuffer(), promise]))
  } finally {
    clearTimeout(timer)
  }
}
