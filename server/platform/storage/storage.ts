import type { Readable } from 'node:stream'

/** A byte range as HTTP has it: both ends count. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredObject {
  /** Bytes of the whole object. */
  size: number
  /** Changes when the bytes change; quoted, as HTTP wants it. */
  etag: string
  modified: Date
}

/** An object as a listing tells of it. `size` in bytes. */
export interface ListedObject {
  key: string
  size: number
  modified: Date
}

/** An open object, with the bytes of the range that was asked for (or of all). */
export interface OpenObject extends StoredObject {
  body: ReadableStream<Uint8Array>
}

/**
 * Where finished files live: a folder of this machine or an S3-compatible bucket. Keys are `a/b/c` of
 * `[A-Za-z0-9._-]`, never made from what a user typed. Nothing here knows what the files mean.
 */
export interface Storage {
  /** Copies a file of this machine to `key`, replacing what was there; all or nothing. */
  putFile(key: string, path: string): Promise<void>
  /** Writes bytes to `key`; all or nothing. */
  putBytes(key: string, bytes: Uint8Array): Promise<void>
  /** Writes a stream to `key`, however long it turns out to be; all or nothing. */
  putStream(key: string, bytes: Readable): Promise<void>
  /** Copies all files below a folder of this machine to `prefix/…`. */
  putFolder(prefix: string, folder: string): Promise<void>
  stat(key: string): Promise<StoredObject | null>
  /** Opens an object; null when there is none. The range must lie within its size. */
  open(key: string, range?: ByteRange): Promise<OpenObject | null>
  /** Brings the object to a path of this machine: a link where it can be one, else a copy. */
  fetchTo(key: string, path: string): Promise<void>
  /** Removes everything below `prefix/` and the object `prefix` itself. Removing nothing is fine. */
  remove(prefix: string): Promise<void>
  /** Keys below `prefix/`. */
  list(prefix: string): AsyncIterable<string>
  /** What lies below `prefix/`, in the order of the bytes of its keys; asked for by pages, never by one request an object. */
  walk(prefix: string): AsyncIterable<ListedObject>
}

/** The storage of this process. Set once, at the start. */
export let storage: Storage

export function setStorage(chosen: Storage): void {
  storage = chosen
}

const keyForm = /^(?!.*\.\.)[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Guards against a key that could leave its place. A wrong one is a bug, hence an Error. */
export function requireStorageKey(key: string): string {
  if (key.length > 512 || !keyForm.test(key)) throw new Error('storage key of a wrong form')
  return key
}
