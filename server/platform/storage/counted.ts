import { counter } from '../metrics/registry.ts'
import { isFull, StorageAway } from './away.ts'
import type { Storage } from './storage.ts'

const errors = counter(
  'afterbell_storage_errors_total',
  'What was asked of the storage and failed, by what it was and why: away (no answer), full, other',
  ['operation', 'why'],
)
for (const operation of ['open', 'putFolder', 'upload'])
  for (const why of ['away', 'full', 'other']) errors.inc({ operation, why }, 0)

export type Operation = keyof Storage | 'upload'

export function countStorageError(operation: Operation, error: unknown): void {
  errors.inc({ operation, why: whyOf(error) })
}

function whyOf(error: unknown): 'away' | 'full' | 'other' {
  if (error instanceof StorageAway) return 'away'
  return isFull(error) ? 'full' : 'other'
}

/** The same storage; what fails in it is counted. */
export function counted(storage: Storage): Storage {
  return {
    putFile: (...given) => noted('putFile', storage.putFile(...given)),
    putBytes: (...given) => noted('putBytes', storage.putBytes(...given)),
    putStream: (...given) => noted('putStream', storage.putStream(...given)),
    putFolder: (...given) => noted('putFolder', storage.putFolder(...given)),
    stat: (...given) => noted('stat', storage.stat(...given)),
    open: (...given) => noted('open', storage.open(...given)),
    fetchTo: (...given) => noted('fetchTo', storage.fetchTo(...given)),
    remove: (...given) => noted('remove', storage.remove(...given)),
    list: (...given) => notedAll('list', storage.list(...given)),
    walk: (...given) => notedAll('walk', storage.walk(...given)),
  }
}

async function noted<T>(operation: Operation, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    countStorageError(operation, error)
    throw error
  }
}

async function* notedAll<T>(operation: Operation, all: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* all
  } catch (error) {
    countStorageError(operation, error)
    throw error
  }
}
