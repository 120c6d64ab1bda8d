import { createReadStream, createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { type DataStore, Upload } from '@tus/server'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { db } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { isFull, StorageAway, tellAway } from '../platform/storage/away.ts'
import { countStorageError } from '../platform/storage/counted.ts'
import { flush, flushFolderOf, makeFolder } from '../platform/storage/durable.ts'
import { s3Settings } from '../platform/storage/s3.ts'
import { storage } from '../platform/storage/storage.ts'
import { BucketStore } from './bucket-store.ts'
import { Gate, headBytes } from './gate.ts'

/** Where the bytes of an upload lie in the storage: there as they come in, an object of it when they are all in. */
export function keyOf(id: string): string {
  return `uploads/${id}`
}

export function idOfKey(key: string): string {
  return key.slice('uploads/'.length, 'uploads/'.length + 36)
}

/** A tus store, whose `write` looks at what it takes in. */
export interface Bytes extends DataStore {
  begin(key: string, size: number): Promise<void>
  /** All bytes have come: makes one object of them, should that not have happened yet. */
  assemble(key: string): Promise<void>
}

/** The folder that the local storage stands on. */
function filesFolder(): string {
  return join(config.dataDir, 'files')
}

let opened: Bytes | undefined

export function bytes(): Bytes {
  return (opened ??= config.s3 ? new BucketBytes(config.s3) : new FolderBytes(filesFolder()))
}

/** Removes what has arrived of an upload. Removing nothing is fine. */
export async function removeBytes(id: string): Promise<void> {
  const key = keyOf(id)
  await bytes()
    .remove(key)
    .catch((error: { status_code?: number }) => {
      if (error.status_code !== 404) throw error
    })
  for (const rest of config.s3 ? ['', '.info', '.part'] : ['']) await storage.remove(key + rest)
}

class FolderBytes extends FileStore implements Bytes {
  constructor(directory: string) {
    super({ directory, configstore: sizesInTheDatabase })
    this.extensions = ['termination']
  }

  async begin(key: string, size: number): Promise<void> {
    const path = join(this.directory, key)
    await makeFolder(dirname(path)).catch(refuseWhenFull)
    await this.create(new Upload({ id: key, size, offset: 0 })).catch(refuseWhenFull)
    await flushFolderOf(path)
  }

  async assemble(): Promise<void> {}

  /** What it says is there stays there: an offset that was acknowledged must not go back, also not by a power cut. */
  override async getUpload(key: string): Promise<Upload> {
    await flush(join(this.directory, key)).catch(ifMissing)
    return super.getUpload(key)
  }

  override async write(from: Readable, key: string, offset: number): Promise<number> {
    const path = join(this.directory, key)
    const gate = await gateOf(key, offset, await readHead(path, offset))
    const file = createWriteStream(path, { flags: 'r+', start: offset })
    // The store we extend answers every failure alike; a full disk must be told apart. What was written stays.
    await pipeline(from, gate, file)
      .catch(refuseWhenFull)
      .finally(() => settle(key, gate))
    await flush(path)
    return offset + file.bytesWritten
  }
}

function ifMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

class BucketBytes extends BucketStore implements Bytes {
  constructor({ bucket, ...settings }: NonNullable<typeof config.s3>) {
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

/** The store asks how long a file shall be; the row knows. */
const sizesInTheDatabase = {
  async get(key: string): Promise<Upload | undefined> {
    const row = await rowOf(key)
    return row && new Upload({ id: key, size: row.file_size, offset: 0 })
  },
  async set(): Promise<void> {},
  async delete(): Promise<void> {},
}

function rowOf(key: string) {
  return db
    .selectFrom('uploads')
    .select(['file_size', 'demuxer'])
    .where('id', '=', idOfKey(key))
    .executeTakeFirst()
}

async function gateOf(key: string, offset: number, head: Buffer | undefined): Promise<Gate> {
  const row = await rowOf(key)
  if (!row) throw new Refusal('upload_not_found')
  const onTick = () =>
    void touch(key, {}).catch((error) => log.warn('touch failed', { error: error.message }))
  return new Gate({ size: row.file_size, demuxer: row.demuxer, offset, head, onTick })
}

/** Remembers what the stream has shown. */
async function settle(key: string, gate: Gate): Promise<void> {
  await touch(key, gate.demuxer ? { demuxer: gate.demuxer } : {})
}

async function touch(key: string, more: { demuxer?: string }): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ touched_at: new Date(), ...more })
    .where('id', '=', idOfKey(key))
    .execute()
}

async function readHead(path: string, offset: number): Promise<Buffer> {
  if (offset === 0) return Buffer.alloc(0)
  const end = Math.min(offset, headBytes) - 1
  return Buffer.concat(await createReadStream(path, { start: 0, end }).toArray())
}

function refuseWhenFull(error: unknown): never {
  countIfOurs(error)
  throw isFull(error) ? new Refusal('storage_full') : error
}

/** What breaks an upload is most often its sender’s connection. */
function countIfOurs(error: unknown): void {
  if (isFull(error) || error instanceof StorageAway) countStorageError('upload', error)
}
