import { storage } from '#server/platform/storage/storage.ts'

/** Reads a stored object of a broadcast. Throws if the object is missing. */
export async function readStoredObject(key: string): Promise<Buffer> {
  const object = await storage.open(key)
  if (!object) throw new Error(`${key} is missing`)
  return Buffer.from(await new Response(object.body).arrayBuffer())
}
