import {
  deletePreprocessedFile,
  hasPrivateFileSystem,
  hasStorageFor,
  getPreprocessedFile,
  openPreprocessedFolder,
} from './preprocessed-file-storage.ts'
import type {
  PreprocessingRequest,
  PreprocessingResult,
  PreprocessingMessage,
} from './preprocessing-worker.ts'

/** A file without place and device, waiting in the private file system. */
export interface PreprocessedVideo extends PreprocessingResult {
  key: string
  file: File
}

interface PreprocessVideoOptions {
  file: File
  smaller: boolean
  signal: AbortSignal
  /** From 0 to 1; the first call says that the work has begun. */
  onProgress(done: number): void
}

/**
 * Prepares a video on this device, in a worker: the page stays free, and the bytes go to the disk as they are made.
 * Null when it cannot be done here (no private files, no room, a format that only the server reads): then the file
 * goes as it is, and the server does the same.
 */
export async function preprocessVideo({
  file,
  smaller,
  signal,
  onProgress,
}: PreprocessVideoOptions): Promise<PreprocessedVideo | null> {
  if (!(await canStoreCopy(file.size)) || signal.aborted) return null
  const key = crypto.randomUUID()
  onProgress(0)
  const made = await runWorker({ file, key, smaller }, signal, onProgress)
  const kept = made && (await getPreprocessedFile(key))
  if (made && kept?.size) return { ...made, key, file: kept }
  await deletePreprocessedFile(key)
  return null
}

let preloadedWorker: Worker | undefined

/** Loads what will be needed, while the title is being typed. */
export function preloadPreprocessingWorker(): void {
  if ('Worker' in globalThis && hasPrivateFileSystem()) preloadedWorker ??= createWorker()
}

function createWorker(): Worker {
  return new Worker(new URL('./preprocessing-worker.ts', import.meta.url), { type: 'module' })
}

async function canStoreCopy(bytes: number): Promise<boolean> {
  if (!('Worker' in globalThis) || !(await openPreprocessedFolder())) return false
  return hasStorageFor(bytes).catch(() => false)
}

async function runWorker(
  asked: PreprocessingRequest,
  signal: AbortSignal,
  onProgress: (done: number) => void,
) {
  const worker = preloadedWorker ?? createWorker()
  preloadedWorker = undefined
  const { promise, resolve } = Promise.withResolvers<PreprocessingResult | null>()
  worker.addEventListener('message', ({ data }: MessageEvent<PreprocessingMessage>) => {
    if ('done' in data) onProgress(data.done)
    else resolve(data.made)
  })
  // It could not even be loaded: then there is nothing to wait for.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    resolve(null)
  })
  signal.addEventListener('abort', () => resolve(null))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to aim at
  worker.postMessage(asked)
  return promise.finally(() => worker.terminate())
}
