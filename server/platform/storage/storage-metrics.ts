import { ApiError } from '#contract/errors/api-error.ts'
import { createCounter } from '../metrics/registry.ts'
import { isDiskFullError, StorageUnavailableError } from './storage-errors.ts'
import type { Storage } from './storage.ts'

const errors = createCounter(
  'afterbell_storage_errors_total',
  'Failed storage operations, by operation and reason: away (no response), full or other',
  ['operation', 'why'],
)
for (const operation of ['open', 'putFolder', 'upload'])
  for (const why of ['away', 'full', 'other']) errors.inc({ operation, why }, 0)

export type StorageOperation = keyof Storage | 'upload'

export function countStorageError(operation: StorageOperation, error: unknown): void {
  errors.inc({ operation, why: storageErrorReason(error) })
}

/**
 * Counts an error that occurred during an upload, and throws the error again. If the disk is full, throws
 * `storage_full` instead.
 */
export function countAndRethrowStorageError(error: unknown): never {
  countUploadStorageError(error)
  throw isDiskFullError(error) ? new ApiError('storage_full') : error
}

/**
 * Counts an error if the storage caused it. Other errors are not counted, because the usual cause of a failed
 * upload is a broken connection to the client.
 */
function countUploadStorageError(error: unknown): void {
  if (isDiskFullError(error) || error instanceof StorageUnavailableError) countStorageError('upload', error)
}

function storageErrorReason(error: unknown): 'away' | 'full' | 'other' {
  if (error instanceof StorageUnavailableError) return 'away'
  return isDiskFullError(error) ? 'full' : 'other'
}

/** Wraps a storage and counts its failed operations. */
export function withStorageMetrics(storage: Storage): Storage {
  return {
    putFile: (...given) => countFailure('putFile', storage.putFile(...given)),
    putBytes: (...given) => countFailure('putBytes', storage.putBytes(...given)),
    putStream: (...given) => countFailure('putStream', storage.putStream(...given)),
    putFolder: (...given) => countFailure('putFolder', storage.putFolder(...given)),
    stat: (...given) => countFailure('stat', storage.stat(...given)),
    open: (...given) => countFailure('open', storage.open(...given)),
    locate: (...given) => storage.locate(...given),
    fetchTo: (...given) => countFailure('fetchTo', storage.fetchTo(...given)),
    remove: (...given) => countFailure('remove', storage.remove(...given)),
    list: (...given) => countFailures('list', storage.list(...given)),
    walk: (...given) => countFailures('walk', storage.walk(...given)),
  }
}

async function countFailure<T>(operation: StorageOperation, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    countStorageError(operation, error)
    throw error
  }
}

async function* countFailures<T>(operation: StorageOperation, all: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* all
  } catch (error) {
    countStorageError(operation, error)
    throw error
  }
}
