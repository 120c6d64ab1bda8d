import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Upload } from '@tus/server'
import type { Config } from '../platform/config.ts'
import { tellAway } from '../platform/storage/away.ts'
import { s3Settings } from '../platform/storage/s3.ts'
import { BucketStore } from './bucket-store.ts'
import type { Bytes } from './bytes.ts'
import { gateOf, refuseWhenFull, settle } from './gated.ts'

/** The bytes of uploads in a bucket. */
export class BucketBytes extends BucketStore implements Bytes {
  constructor({ bucket, ...settings }: NonNullable<Config['s3']>) {
    super({ s3ClientConfig: { ...s3Settings({ bucket, ...settings }), bucket }, useTags: false })
    this.extensions = ['termination']
    tellAway(this.client)
  }

  async begin(key: string, size: number): Promise<void> {
    await this.create(new Upload({ id: key, size, offset: 0 }))
  }

  override async write(from: Readable, key: string, offset: number): Promise<number> {
    // A beginning that is not a whole part can't be read back: then the file is looked at when it is complete.
    const gate = await gateOf(key, offset, offset === 0 ? Buffer.alloc(0) : undefined)
    const broken = new Promise<never>((_, reject) => void pipeline(from, gate).catch(reject))
    const written = super.write(gate, key, offset)
    // A stream that breaks before the store reads it says nothing to it any more: the store would wait for ever.
    return Promise.race([written, broken.catch((error) => this.afterQuiet(key, error))])
      .catch(refuseWhenFull)
      .finally(() => settle(key, gate))
  }
}
