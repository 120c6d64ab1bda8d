import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Upload } from '@tus/server'
import type { Config } from '../platform/config.ts'
import { mapS3ClientErrors } from '#server/platform/storage/storage-errors.ts'
import { createS3ClientConfig } from '#server/platform/storage/s3-storage.ts'
import { countAndRethrowStorageError } from '#server/platform/storage/storage-metrics.ts'
import { DurableS3Store } from './durable-s3-store.ts'
import type { UploadStore } from './upload-store-interface.ts'
import {
  createValidationStreamForUploadKey,
  findUploadByKey,
  saveDetectedUploadFormat,
} from './upload-storage-keys.ts'

/** Stores uploaded bytes in a bucket. */
export class S3UploadStore extends DurableS3Store implements UploadStore {
  constructor({ bucket, ...settings }: NonNullable<Config['s3']>) {
    super({ s3ClientConfig: { ...createS3ClientConfig({ bucket, ...settings }), bucket }, useTags: false })
    this.extensions = ['termination']
    mapS3ClientErrors(this.client)
  }

  async begin(key: string, size: number): Promise<void> {
    await this.create(new Upload({ id: key, size, offset: 0 }))
  }

  /**
   * Returns the state of an upload. The metadata in the bucket is deleted when the upload is completed.
   * Another server may complete the upload while a request waits for the lock.
   */
  override async getUpload(key: string): Promise<Upload> {
    return super.getUpload(key).catch(async (error: { status_code?: number }) => {
      const row = error.status_code === 404 ? await findUploadByKey(key) : undefined
      if (!row?.completed_at) throw error
      return new Upload({ id: key, size: row.file_size, offset: row.file_size })
    })
  }

  override async write(from: Readable, key: string, offset: number): Promise<number> {
    // If the first bytes of a file do not fill a part, they cannot be read back from the bucket. The format
    // of the file is then detected when the file is complete.
    const validation = await createValidationStreamForUploadKey(
      key,
      offset,
      offset === 0 ? Buffer.alloc(0) : undefined,
    )
    let broken: unknown
    pipeline(from, validation).catch((error: unknown) => (broken ??= error))
    // When the client's connection breaks, the stream ends instead of failing, so that the library keeps the
    // bytes that it has received. If the stream failed before the library read from it, the library would
    // wait forever, with an open file and a part on the disk.
    const receivedBytes = async function* () {
      try {
        yield* validation
      } catch (error) {
        broken ??= error
      }
    }
    try {
      const written = await super.write(Readable.from(receivedBytes(), { objectMode: false }), key, offset)
      if (broken !== undefined) throw broken
      return written
    } catch (error) {
      return countAndRethrowStorageError(error)
    } finally {
      await saveDetectedUploadFormat(key, validation)
    }
  }
}
