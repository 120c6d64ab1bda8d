import { constants, createWriteStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Config } from '../config.ts'
import { toStorageError, mapS3ClientErrors } from './storage-errors.ts'
import { assertRegularFiles, NotRegularFileError } from './regular-files.ts'
import {
  type ByteRange,
  type ListedObject,
  type Storage,
  type StorageOptions,
  assertStorageKey,
} from './storage.ts'

type Settings = NonNullable<Config['s3']>

/**
 * Returns the options of the S3 client for the bucket. Endpoints other than Amazon's need path-style URLs.
 */
export function createS3ClientConfig({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: Settings): S3ClientConfig {
  return {
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // By default, newer versions of the S3 client add a checksum trailer to every write. Many S3-compatible
    // servers reject such trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 5,
    requestHandler: s3Timeouts.writing,
  }
}

/**
 * The timeouts of requests to the bucket, in milliseconds. Without timeouts, a bucket that accepts a
 * connection and sends nothing would block the caller forever. A write has no time limit while bytes are
 * being transferred. When a viewer requests an object, each attempt to read the object fails if the bucket's
 * response does not begin within 4 s. After the response has begun, a read has no overall time limit, because
 * the read proceeds only as fast as the viewer's player requests data.
 */
const s3Timeouts = {
  writing: { connectionTimeout: 3000, socketTimeout: 10_000 },
  reading: {
    connectionTimeout: 2000,
    requestTimeout: 4000,
    throwOnRequestTimeout: true,
    socketTimeout: 60_000,
  },
  /** Broadcasts: a viewer sees a pause of this length. Slow transfers are allowed, but not 2 s without a byte. */
  live: { connectionTimeout: 1500, socketTimeout: 2000 },
}

/**
 * Creates the client for the parts of broadcasts. After a network failure, all idle connections to the bucket may be
 * dead. If one of them times out, the client closes the others too, so that the next attempt opens a new connection.
 */
function createLiveS3Client(settings: Settings): S3Client {
  const agents = {
    httpAgent: new HttpAgent({ keepAlive: true }),
    httpsAgent: new HttpsAgent({ keepAlive: true }),
  }
  const client = new S3Client({
    ...createS3ClientConfig(settings),
    maxAttempts: 2,
    requestHandler: { ...s3Timeouts.live, ...agents },
  })
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: Error) => {
        if (error.name === 'TimeoutError') closeIdleConnections(Object.values(agents))
        throw error
      }),
    { step: 'finalizeRequest', priority: 'low', name: 'closeIdleConnections' },
  )
  return client
}

function closeIdleConnections(agents: HttpAgent[]): void {
  const sockets = agents.flatMap(({ freeSockets }) => Object.values(freeSockets).flat())
  for (const socket of sockets) socket?.destroy()
}

/**
 * The maximum number of files in a folder that are uploaded at the same time. Uploads run concurrently
 * because for small objects most of the time is spent waiting for the bucket's responses.
 */
const atOnce = 6

/**
 * Stores objects in an S3-compatible bucket. An object becomes visible only when its last byte has arrived.
 */
export function createS3Storage(settings: Settings): Storage {
  const client = new S3Client(createS3ClientConfig(settings))
  const reader = new S3Client({
    ...createS3ClientConfig(settings),
    maxAttempts: 2,
    requestHandler: s3Timeouts.reading,
  })
  const live = createLiveS3Client(settings)
  for (const one of [client, reader, live]) mapS3ClientErrors(one)
  const { bucket } = settings
  const at = (key: string) => ({ Bucket: bucket, Key: assertStorageKey(key) })

  const putLive = async (key: string, Body: Uint8Array) =>
    void (await live.send(new PutObjectCommand({ ...at(key), Body })))

  const put = async (key: string, Body: Readable | Uint8Array) =>
    void (await new Upload({ client, params: { ...at(key), Body }, queueSize: 2 }).done())

  const get = async (key: string, range?: ByteRange, { isLive = false }: StorageOptions = {}) => {
    const Range = range && `bytes=${range.start}-${range.end}`
    return (isLive ? live : reader).send(new GetObjectCommand({ ...at(key), Range })).catch(ifMissing)
  }

  async function* list(prefix: string): AsyncGenerator<string> {
    for await (const { key } of walk(prefix)) yield key
  }

  async function* walk(prefix: string, { after }: { after?: string } = {}): AsyncGenerator<ListedObject> {
    let token: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: `${assertStorageKey(prefix)}/`,
          ContinuationToken: token,
          StartAfter: after,
        }),
      )
      for (const { Key: key, Size: size = 0, LastModified: modified = new Date(0) } of page.Contents ?? [])
        if (key) yield { key, size, modified }
      token = page.NextContinuationToken
    } while (token)
  }

  return {
    putFile: async (key, path) => put(key, await openRegularFile(path)),
    putBytes: (key, bytes, options) => (options?.isLive ? putLive(key, bytes) : put(key, bytes)),
    putStream: (key, bytes) => put(key, bytes),
    async putFolder(prefix, folder) {
      // The folder is checked for symlinks and hard links before it is listed, because Node's recursive
      // listing follows symlinks to folders.
      await assertRegularFiles(folder)
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
      const keyOf = (path: string) => `${prefix}/${relative(folder, path).split(sep).join('/')}`
      for (let from = 0; from < paths.length; from += atOnce) {
        const some = paths.slice(from, from + atOnce)
        const ends = await Promise.allSettled(
          some.map((path) => openRegularFile(path).then((file) => put(keyOf(path), file))),
        )
        // The error is thrown only after all uploads have ended. Otherwise an upload could still store an
        // object after the caller has removed the stored objects.
        for (const end of ends) if (end.status === 'rejected') throw end.reason
      }
    },
    async stat(key) {
      const found = await reader.send(new HeadObjectCommand(at(key))).catch(ifMissing)
      return found && describe(found, found.ContentLength)
    },
    async open(key, range, options) {
      const found = await get(key, range, options)
      if (!found?.Body) return null
      const whole = found.ContentRange?.split('/')[1] ?? found.ContentLength
      return { ...describe(found, Number(whole)), body: found.Body.transformToWebStream() }
    },
    async locate(key) {
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const url = new URL(await getSignedUrl(reader, new GetObjectCommand(at(key)), { expiresIn: 15 * 60 }))
      return url.pathname.slice(1) + url.search
    },
    async fetchTo(key, path) {
      const found = await get(key)
      if (!found?.Body) throw new Error('object not found')
      await pipeline(found.Body as Readable, createWriteStream(path)).catch((error) => {
        throw toStorageError(error)
      })
    },
    async remove(prefix) {
      let keys: string[] = [assertStorageKey(prefix)]
      for await (const key of list(prefix)) {
        if (keys.push(key) === 1000) keys = await drop(keys)
      }
      await drop(keys)
    },
    list,
    walk,
  }

  /** Deletes objects with one request. S3 accepts at most 1000 keys per request. */
  async function drop(keys: string[]): Promise<string[]> {
    const Objects = keys.map((Key) => ({ Key }))
    const answer = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    )
    const failed = answer.Errors?.filter(({ Code }) => Code !== 'NoSuchKey') ?? []
    if (failed.length > 0)
      throw new Error(`the bucket did not delete ${failed.length} objects: ${failed[0]!.Code}`)
    return []
  }
}

/**
 * Opens a regular file without following symlinks, because other processes can write to the source folder.
 */
async function openRegularFile(path: string): Promise<Readable> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file.createReadStream()
  await file.close()
  throw new NotRegularFileError('the source is not a regular file')
}

function describe(found: { ETag?: string; LastModified?: Date }, size: number | undefined) {
  return { size: size ?? 0, etag: found.ETag ?? '""', modified: found.LastModified ?? new Date(0) }
}

function ifMissing(error: Error): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null
  throw error
}
