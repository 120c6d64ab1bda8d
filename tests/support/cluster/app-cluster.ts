import { Readable } from 'node:stream'
import type { App } from '#server/platform/http/app.ts'
import { startServerCluster } from './server-cluster.ts'
import { createBucket } from './radosgw.ts'

/**
 * Separate server processes that use a test's database and answer the requests that the test sends to its
 * in-process app.
 */
export interface AppCluster {
  /** Settings with which the test process can access the S3 bucket of the server processes. */
  env: Record<string, string>
  /** Forwards each request that `app` receives to the next server process in turn. */
  answerFor(app: App): void
  close(): Promise<void>
}

/**
 * Returns undefined unless `npm run test:multi-process` runs the tests, because only this command provides
 * the address of the bucket server.
 */
export async function startAppCluster(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<AppCluster | undefined> {
  const endpoint = process.env['TEST_APART']
  if (!endpoint) return undefined
  const bucket = await createBucket(endpoint)
  const publicUrl = settings['PUBLIC_URL'] ?? 'http://localhost:3000'
  const env = { ...settings, ...bucket, DATABASE_URL: databaseUrl }
  const four = await startServerCluster({ env, publicUrl })
  return {
    env: bucket,
    answerFor(app) {
      app.request = async (given) => forwardRequest(given as Request, four.loadBalancer.url)
    },
    close: four.close,
  }
}

/** Forwards a request. Returns the response without decompressing it or following redirects. */
async function forwardRequest(request: Request, url: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity')
  const { method, signal, body } = request
  const init = { method, headers, signal, redirect: 'manual', ...(body && { body, duplex: 'half' }) }
  const {
    status,
    headers: told,
    body: bytes,
  } = await fetch(new URL(pathname + search, url), init as RequestInit)
  const answered = new Headers(told)
  // Remove headers that apply only to the connection to the server process.
  for (const name of ['connection', 'keep-alive', 'transfer-encoding']) answered.delete(name)
  const whole = bytes && Readable.toWeb(Readable.from(readUntilAborted(bytes, signal)))
  return new Response(whole as ReadableStream<Uint8Array> | null, { status, headers: answered })
}

/**
 * When the request is aborted, ends the stream without an error, as the in-process app does.
 */
async function* readUntilAborted(bytes: ReadableStream<Uint8Array>, signal: AbortSignal) {
  try {
    yield* bytes as unknown as AsyncIterable<Uint8Array>
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
