import { createReadStream, createWriteStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { Upload } from '@tus/server'
import { type Config, config } from '../platform/config.ts'
import { fsyncTree, fsyncParentFolder, makeDurableFolder } from '#server/platform/storage/fsync.ts'
import { countAndRethrowStorageError } from '#server/platform/storage/storage-metrics.ts'
import { storage } from '../platform/storage/storage.ts'
import type { UploadStore } from './upload-store-interface.ts'
import { bytesNeededForSniffing } from './upload-validation.ts'
import {
  assertUploadKey,
  createValidationStreamForUploadKey,
  getUploadStorageKey,
  findUploadByKey,
  saveDetectedUploadFormat,
} from './upload-storage-keys.ts'

/** Returns the root folder of the local storage. */
function filesFolder(): string {
  return join(config.dataDir, 'files')
}

let cached: { by: Config; store: UploadStore } | undefined

/** Returns the upload store that the configuration selects. */
export function getUploadStore(): UploadStore {
  if (cached?.by !== config) cached = { by: config, store: withKeyChecks(createUploadStore()) }
  return cached.store
}

function createUploadStore(): UploadStore {
  return config.s3 ? createS3Store(config.s3) : new LocalUploadStore(filesFolder())
}

/**
 * Makes every method of a store reject keys that do not belong to an upload. Request handlers, the tus
 * library and our own code all call these methods.
 */
function withKeyChecks(store: UploadStore): UploadStore {
  return Object.assign(store, {
    begin: withKeyCheck(store.begin.bind(store)),
    assemble: withKeyCheck(store.assemble.bind(store)),
    getUpload: withKeyCheck(store.getUpload.bind(store)),
    remove: withKeyCheck(store.remove.bind(store)),
    declareUploadLength: withKeyCheck(store.declareUploadLength.bind(store)),
    create: withKeyCheckAt(store.create.bind(store), ([upload]) => upload.id),
    write: withKeyCheckAt(store.write.bind(store), ([, key]) => key),
  })
}

function withKeyCheck<Rest extends unknown[], Result>(
  method: (key: string, ...rest: Rest) => Promise<Result>,
) {
  return withKeyCheckAt(method, ([key]) => key)
}

function withKeyCheckAt<Given extends unknown[], Result>(
  method: (...given: Given) => Promise<Result>,
  keyIn: (given: Given) => string,
) {
  return async (...given: Given) => {
    assertUploadKey(keyIn(given))
    return method(...given)
  }
}

/**
 * Creates the S3 store. This module is loaded only if a bucket is configured, because the S3 client takes
 * 0.13 s and 37 MB at startup.
 */
function createS3Store(s3: NonNullable<Config['s3']>): UploadStore {
  const { S3UploadStore } = load('./s3-upload-store.ts') as typeof import('./s3-upload-store.ts')
  return new S3UploadStore(s3)
}

const load = createRequire(import.meta.url)

/** Deletes the received bytes of an upload. Deletion succeeds even if no bytes were received. */
export async function removeUploadedBytes(id: string): Promise<void> {
  const key = getUploadStorageKey(id)
  await getUploadStore()
    .remove(key)
    .catch((error: { status_code?: number }) => {
      if (error.status_code !== 404) throw error
    })
  for (const rest of config.s3 ? ['', '.info', '.part'] : ['']) await storage.remove(key + rest)
}

class LocalUploadStore extends FileStore implements UploadStore {
  constructor(directory: string) {
    super({ directory, configstore: databaseUploadConfig })
    this.extensions = ['termination']
  }

  async begin(key: string, size: number): Promise<void> {
    const path = join(this.directory, key)
    await makeDurableFolder(dirname(path)).catch(countAndRethrowStorageError)
    await this.create(new Upload({ id: key, size, offset: 0 })).catch(countAndRethrowStorageError)
    await fsyncParentFolder(path)
  }

  async assemble(): Promise<void> {}

  /**
   * Returns the upload after syncing its file to disk, because an acknowledged offset must never decrease,
   * even after a power failure.
   */
  override async getUpload(key: string): Promise<Upload> {
    await fsyncTree(join(this.directory, key)).catch(ignoreMissing)
    return super.getUpload(key)
  }

  override async write(from: Readable, key: string, offset: number): Promise<number> {
    const path = join(this.directory, key)
    const validation = await createValidationStreamForUploadKey(key, offset, await readHead(path, offset))
    const file = createWriteStream(path, { flags: 'r+', start: offset })
    // The parent class reports all failures with the same error, so this method detects a full disk itself.
    // Bytes that were already written are kept.
    await pipeline(from, validation, file)
      .catch(countAndRethrowStorageError)
      .finally(() => saveDetectedUploadFormat(key, validation))
    await fsyncTree(path)
    return offset + file.bytesWritten
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** The upload configuration that the tus library reads. The declared size comes from the upload's row. */
const databaseUploadConfig = {
  async get(key: string): Promise<Upload | undefined> {
    const row = await findUploadByKey(key)
    return row && new Upload({ id: key, size: row.file_size, offset: 0 })
  },
  async set(): Promise<void> {},
  async delete(): Promise<void> {},
}

async function readHead(path: string, offset: number): Promise<Buffer> {
  if (offset === 0) return Buffer.alloc(0)
  const end = Math.min(offset, bytesNeededForSniffing) - 1
  return Buffer.concat(await createReadStream(path, { start: 0, end }).toArray())
}
