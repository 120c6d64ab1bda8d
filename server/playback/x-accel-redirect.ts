import { LRUCache } from 'lru-cache'
import { config } from '../platform/config.ts'
import { storage, type StoredObject } from '../platform/storage/storage.ts'

/**
 * Whether nginx sends the bytes of an object in place of this process. nginx understands byte ranges, but compares
 * `If-Range` with its own ETags.
 */
export function isSentByNginx(request: Request): boolean {
  return config.xAccelRedirect !== undefined && request.method === 'GET' && !request.headers.has('if-range')
}

/**
 * Returns a response without a body that makes nginx send the object (X-Accel-Redirect). The client gets the headers
 * of this response, as `deploy/nginx-media-*.conf` specify. nginx asks this process for each request, so access is
 * checked as without nginx.
 * Source: https://www.nginx.com/resources/wiki/start/topics/examples/x-accel/
 */
export async function redirectToObject(key: string, headers: Headers): Promise<Response> {
  headers.set('x-accel-redirect', `${config.xAccelRedirect}/${await locations.forceFetch(key)}`)
  return new Response(null, { headers })
}

/** Presigned addresses are valid for 15 minutes and used for five. */
const locations = new LRUCache<string, string>({
  max: 20_000,
  ttl: 5 * 60_000,
  fetchMethod: (key) => storage.locate(key),
})

const properties = new LRUCache<string, StoredObject>({
  max: 20_000,
  ttl: 60_000,
  fetchMethod: async (key) => (await storage.stat(key)) ?? undefined,
})

/**
 * Returns the size and the ETag of an object whose bytes never change. In a bucket, reading them takes as long as
 * reading the object, so they are kept for a minute.
 */
export async function readImmutableProperties(key: string): Promise<StoredObject | null> {
  return (await properties.fetch(key)) ?? null
}
