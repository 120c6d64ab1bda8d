import { randomBytes } from 'node:crypto'

/**
 * Returns the prefix of the storage keys of a broadcast. The prefix is inside the item's folder, so that the
 * broadcast's objects are erased together with the item.
 */
export function broadcastStoragePrefix(playbackId: string): string {
  return `media/${playbackId}/live`
}

/** Returns the storage key of a chunk, part or init segment from the `object_name` in its row. */
export function broadcastStorageKey(playbackId: string, objectName: string): string {
  return `${broadcastStoragePrefix(playbackId)}/${objectName}`
}

/** The header of the source, which is needed to read the source from the middle. */
export const sourceHeaderObjectName = 'source-header'

/**
 * If a chunk is sent twice at the same time, it is stored under two names, but only one of them gets a row in
 * the database.
 */
export function createChunkObjectName(number: number): string {
  return `chunks/${number}-${randomBytes(6).toString('hex')}`
}

/**
 * The object names of parts and init segments contain the fencing token of the worker, so that a worker that
 * has lost its lease cannot overwrite the objects of the worker that has taken over.
 */
export function partObjectName(fence: number, rendition: string, segment: number, part: number): string {
  return `${fence}/${rendition}/${segment}.${part}.m4s`
}

/** The name of a part after its last frames were removed. */
export function trimmedObjectName(partName: string): string {
  return partName.replace(/\.m4s$/, '.trimmed.m4s')
}

export function initObjectName(fence: number, rendition: string): string {
  return `${fence}/${rendition}/init.mp4`
}
