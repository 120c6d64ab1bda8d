import type { Readable } from 'node:stream'
import { S3Store } from '@tus/s3-store'
import type { Upload } from '@tus/server'
import { toStorageError } from '#server/platform/storage/storage-errors.ts'

interface UploadMetadata {
  file: Upload
  'upload-id': string
  'tus-version': string
}

/**
 * A durable version of the tus library's S3 store. The library's store has three flaws. First, it deletes the
 * remainder of the last request from the bucket before it stores the next part. Second, it sends parts in
 * parallel, so the second part may arrive without the first. Third, it never assembles the parts if the
 * server is killed after the last part. Because of these flaws, acknowledged bytes are lost or mixed up when
 * a connection breaks or a server dies.
 */
export class DurableS3Store extends S3Store {
  /**
   * The last write to the bucket for each upload. Each write to an upload waits until the previous write has
   * ended.
   */
  readonly #line = new Map<string, Promise<unknown>>()

  override async write(from: Readable, key: string, offset: number): Promise<number> {
    this.#line.delete(key) // the upload lock (upload-locks.ts) allows one writer, so no earlier write is pending
    return super.write(from, key, offset).finally(() => this.#line.delete(key))
  }

  /**
   * Returns the state of an upload. Reads the metadata first, because the library reports every failure to
   * read metadata as 404.
   */
  override async getUpload(key: string): Promise<Upload> {
    await this.getMetadata(key).catch(ignoreMissing)
    return super.getUpload(key)
  }

  protected override getMetadata(key: string): Promise<UploadMetadata> {
    return super.getMetadata(key).catch(rethrowStorageError)
  }

  protected override downloadIncompletePart(key: string) {
    return super.downloadIncompletePart(key).catch(rethrowStorageError)
  }

  /** Assembles the parts of an upload if the server was killed just after it had stored the last part. */
  async assemble(key: string): Promise<void> {
    const metadata = await this.getMetadata(key).catch(ignoreMissing)
    const parts = metadata && (await this.retrieveParts(key).catch(ignoreMissing))
    await this.clearCache(key)
    if (!parts || parts.reduce((sum, { Size = 0 }) => sum + Size, 0) !== metadata.file.size) return
    await this.finishMultipartUpload(metadata, parts).catch(ignoreMissing)
  }

  protected override uploadPart(
    metadata: UploadMetadata,
    body: Readable | Buffer,
    number: number,
  ): Promise<string> {
    const key = metadata.file.id
    return this.#inTurn(key, body, async () => {
      const etag = await super.uploadPart(metadata, body, number)
      // The part now contains the remainder of the last request, so the separate copy is deleted.
      await super.deleteIncompletePart(key)
      return etag
    })
  }

  /**
   * Stores the remainder of a request: the last bytes, which are too few for a part. Stores the number of
   * parts before the remainder as well. Without this number, the remainder would be counted twice if the
   * server was killed after storing a part that contains the remainder and before deleting the remainder.
   */
  protected override uploadIncompletePart(key: string, body: Readable): Promise<string> {
    return this.#inTurn(key, body, async () => {
      const Metadata = { after: String((await this.retrieveParts(key)).length) }
      const at = { Bucket: this.bucket, Key: this.partKey(key, true) }
      return (await this.client.putObject({ ...at, Body: body, Metadata })).ETag!
    })
  }

  /**
   * Does nothing. The library calls this method after downloading the remainder, but the remainder must stay
   * in the bucket until a part contains it.
   */
  protected override async deleteIncompletePart(): Promise<void> {}

  protected override async getIncompletePart(key: string): Promise<Readable | undefined> {
    return (await this.#isStale(key)) ? undefined : super.getIncompletePart(key)
  }

  protected override async getIncompletePartSize(key: string): Promise<number | undefined> {
    return (await this.#isStale(key)) ? undefined : super.getIncompletePartSize(key)
  }

  async #isStale(key: string): Promise<boolean> {
    const at = { Bucket: this.bucket, Key: this.partKey(key, true) }
    const after = (await this.client.headObject(at).catch(ignoreMissing))?.Metadata?.['after']
    return after !== undefined && Number(after) !== (await this.retrieveParts(key)).length
  }

  /**
   * Runs `work` when the previous write to the same upload has ended. If the previous write failed, skips
   * `work`, because a part without the preceding part would corrupt the file.
   */
  #inTurn<T>(key: string, body: Readable | Buffer, work: () => Promise<T>): Promise<T> {
    const write = (this.#line.get(key) ?? Promise.resolve()).then(work).catch((error) => {
      if ('destroy' in body) body.destroy()
      throw error
    })
    this.#line.set(key, write)
    return write
  }
}

/**
 * Rethrows an error as a storage error. The S3 client converts only the errors of failed calls, but the body
 * of a successful response can also end early while it is being read.
 */
function rethrowStorageError(error: unknown): never {
  throw toStorageError(error)
}

function ignoreMissing(error: Error): undefined {
  if (!['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name)) throw error
}
