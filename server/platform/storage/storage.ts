import type { Readable } from 'node:stream'

/** A byte range as in HTTP: both ends are inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredObject {
  /** The size of the whole object in bytes. */
  size: number
  /** Changes when the bytes change; quoted, as HTTP requires. */
  etag: string
  modified: Date
}

/** An object in a listing. `size` in bytes. */
export interface ListedObject {
  key: string
  size: number
  modified: Date
}

/** An open object with the bytes of the requested range (or all). */
export interface OpenObject extends StoredObject {
  body: ReadableStream<Uint8Array>
}

/**
 * Storage for finished files: a local folder or an S3-compatible bucket. Keys are `a/b/c` of
 * `[A-Za-z0-9._-]`, never derived from user input. This module does not know what the files mean.
 */
export interface Storage {
  /** Copies a local file to `key`, replacing any previous object; atomic. */
  putFile(key: string, path: string): Promise<void>
  /** Writes bytes to `key`; atomic. */
  putBytes(key: string, bytes: Uint8Array): Promise<void>
  /** Writes a stream of unknown length to `key`; atomic. */
  putStream(key: string, bytes: Readable): Promise<void>
  /** Copies all files below a local folder to `prefix/…`. */
  putFolder(prefix: string, folder: string): Promise<void>
  stat(key: string): Promise<StoredObject | null>
  /** Opens an object; null if it does not exist. The range must be within its size. */
  open(key: string, range?: ByteRange): Promise<OpenObject | null>
  /** Copies the object to a local path, as a link if possible. */
  fetchTo(key: string, path: string): Promise<void>
  /** Removes everything below `prefix/` and the object `prefix` itself. Removing nothing is not an error. */
  remove(prefix: string): Promise<void>
  /** The keys below `prefix/`. */
  list(prefix: string): AsyncIterable<string>
  /**
   * The objects below `prefix/` in byte order of their keys. Listed page by page, never with one request per
   * object.
   */
  walk(prefix: string): AsyncIterable<ListedObject>
}

/** The storage of this process. Set once at startup. */
export let storage: Storage

export function setStorage(chosen: Storage): void {
  storage = chosen
}

const keyForm = /^(?!.*\.\.)[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Throws if a key could leave the storage. An invalid key is a bug, hence a plain Error. */
export function requireStorageKey(key: string): string {
  if (key.length > 512 || !keyForm.test(key)) throw new Error('storage key of a wrong form')
  return key
}
