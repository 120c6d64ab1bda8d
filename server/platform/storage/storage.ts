import type { Readable } from 'node:stream'

/** A byte range as in HTTP, with both ends inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredObject {
  /** The size of the whole object in bytes, even if only a range is read. */
  size: number
  /**
   * The object's ETag, which changes when the bytes of the object change. The ETag is in quotation marks, as
   * HTTP requires.
   */
  etag: string
  modified: Date
}

/** An object in the listing that `walk` returns. `size` is in bytes. */
export interface ListedObject {
  key: string
  size: number
  modified: Date
}

/**
 * An opened object. The `body` contains the requested byte range, or all bytes of the object if no range was
 * requested.
 */
export interface OpenedObject extends StoredObject {
  body: ReadableStream<Uint8Array>
}

export interface StorageOptions {
  /**
   * Gives up within a few seconds if the storage does not respond, because a broadcast is waiting. The caller has to
   * try again.
   */
  isLive?: boolean
}

/**
 * The storage for finished files: a local folder or an S3-compatible bucket. Keys have the form `a/b/c` with
 * characters from `[A-Za-z0-9._-]`, and are never derived from user input. The storage does not interpret the
 * contents of the files.
 */
export interface Storage {
  /** Copies a local file to `key` atomically, replacing any previous object. */
  putFile(key: string, path: string): Promise<void>
  /** Writes bytes to `key` atomically. */
  putBytes(key: string, bytes: Uint8Array, options?: StorageOptions): Promise<void>
  /** Writes a stream of unknown length to `key` atomically. */
  putStream(key: string, bytes: Readable): Promise<void>
  /** Copies all files below a local folder to `prefix/…`. */
  putFolder(prefix: string, folder: string): Promise<void>
  stat(key: string): Promise<StoredObject | null>
  /**
   * Opens an object. Returns null if the object does not exist. The range must be within the size of the
   * object.
   */
  open(key: string, range?: ByteRange, options?: StorageOptions): Promise<OpenedObject | null>
  /**
   * Returns the path at which a web server in front of the site finds the object: below the storage folder, or below
   * the bucket's endpoint with a signature that is valid for 15 minutes. Does not check that the object exists.
   */
  locate(key: string): Promise<string>
  /** Copies the object to a local path, or creates a hard link there if possible. */
  fetchTo(key: string, path: string): Promise<void>
  /**
   * Removes everything below `prefix/` and the object `prefix` itself. Removing an object that does not exist
   * is not an error.
   */
  remove(prefix: string): Promise<void>
  /** Lists the keys below `prefix/`. */
  list(prefix: string): AsyncIterable<string>
  /**
   * Lists the objects below `prefix/` in byte order of their keys. The objects are listed page by page, never
   * with one request per object. If `after` is given, the list starts with the first key that is greater.
   */
  walk(prefix: string, from?: { after?: string }): AsyncIterable<ListedObject>
}

/** The storage of this process, set once at startup. */
export let storage: Storage

export function setStorage(chosen: Storage): void {
  storage = chosen
}

const keyForm = /^(?!.*\.\.)[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/**
 * Throws if a key could point outside the storage. An invalid key is a bug, so the error is a plain Error and
 * not an ApiError.
 */
export function assertStorageKey(key: string): string {
  if (key.length > 512 || !keyForm.test(key)) throw new Error('invalid storage key')
  return key
}
