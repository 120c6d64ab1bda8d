import type { Readable } from 'node:stream'
import { S3Store } from '@tus/s3-store'
import type { Upload } from '@tus/server'

interface Known {
  file: Upload
  'upload-id': string
  'tus-version': string
}

/**
 * The store of tus for buckets, so that what was acknowledged stays: as it comes it takes the rest of the last request out of the
 * bucket before the next part is in, sends parts side by side (the second may arrive without the first), and forgets to put the
 * parts together when it is killed after the last one. Each of these loses or mixes up bytes when a connection or a server dies.
 */
export class DurableS3Store extends S3Store {
  /** By upload: what is on its way into the bucket, each after the one before it. */
  readonly #line = new Map<string, Promise<unknown>>()

  override async write(from: Readable, key: string, offset: number): Promise<number> {
    this.#line.delete(key) // one writer at a time (locks.ts): nothing of an earlier one is on its way
    return super.write(from, key, offset).finally(() => this.#line.delete(key))
  }

  /** Puts the parts of an upload together whose last one came just before a server was killed. */
  async assemble(key: string): Promise<void> {
    const metadata = await this.getMetadata(key).catch(ifGone)
    const parts = metadata && (await this.retrieveParts(key).catch(ifGone))
    await this.clearCache(key)
    if (!parts || parts.reduce((sum, { Size = 0 }) => sum + Size, 0) !== metadata.file.size) return
    await this.finishMultipartUpload(metadata, parts).catch(ifGone)
  }

  protected override uploadPart(metadata: Known, body: Readable | Buffer, number: number): Promise<string> {
    const key = metadata.file.id
    return this.#inTurn(key, body, async () => {
      const etag = await super.uploadPart(metadata, body, number)
      // Now the rest of the last request is part of this one.
      await super.deleteIncompletePart(key)
      return etag
    })
  }

  /** The rest says behind which part it comes: killed before it was deleted, it would else count twice. */
  protected override uploadIncompletePart(key: string, body: Readable): Promise<string> {
    return this.#inTurn(key, body, async () => {
      const Metadata = { after: String((await this.retrieveParts(key)).length) }
      const at = { Bucket: this.bucket, Key: this.partKey(key, true) }
      return (await this.client.putObject({ ...at, Body: body, Metadata })).ETag!
    })
  }

  /** The store calls this when it has the rest on this machine. It stays in the bucket until it is in a part. */
  protected override async deleteIncompletePart(): Promise<void> {}

  protected override async getIncompletePart(key: string): Promise<Readable | undefined> {
    return (await this.#isStale(key)) ? undefined : super.getIncompletePart(key)
  }

  protected override async getIncompletePartSize(key: string): Promise<number | undefined> {
    return (await this.#isStale(key)) ? undefined : super.getIncompletePartSize(key)
  }

  async #isStale(key: string): Promise<boolean> {
    const at = { Bucket: this.bucket, Key: this.partKey(key, true) }
    const after = (await this.client.headObject(at).catch(ifGone))?.Metadata?.['after']
    return after !== undefined && Number(after) !== (await this.retrieveParts(key)).length
  }

  /** After what went before; not at all when that failed, since a part without the one before it is worse than none. */
  #inTurn<T>(key: string, body: Readable | Buffer, work: () => Promise<T>): Promise<T> {
    const turn = (this.#line.get(key) ?? Promise.resolve()).then(work).catch((error) => {
      if ('destroy' in body) body.destroy()
      throw error
    })
    this.#line.set(key, turn)
    return turn
  }
}

function ifGone(error: Error): undefined {
  if (!['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name)) throw error
}
