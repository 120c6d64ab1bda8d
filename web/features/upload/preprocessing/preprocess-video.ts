import {
  deletePreprocessedFile,
  isOpfsAvailable,
  hasStorageSpaceFor,
  getPreprocessedFile,
  openPreprocessedFilesFolder,
} from './preprocessed-file-storage.ts'
import type {
  PreprocessingRequest,
  PreprocessingResult,
  PreprocessingMessage,
} from './preprocessing-worker.ts'
import type { TrimRange } from './trim-range.ts'

/**
 * A video whose location and device metadata have been removed. The preprocessed video is stored in the
 * browser's private file system.
 */
export interface PreprocessedVideo extends PreprocessingResult {
  key: string
  file: File
}

interface PreprocessVideoOptions {
  file: File
  smaller: boolean
  /** The part of the video to keep, or undefined to keep all of it. */
  trim?: TrimRange | undefined
  signal: AbortSignal
  /** Called with the progress, from 0 to 1. `onProgress` is first called when preprocessing starts. */
  onProgress(done: number): void
}

/**
 * Preprocesses a video in a worker. The worker keeps the page responsive and writes the result to disk while
 * processing. Returns null if this device cannot preprocess the video: the browser has no private file
 * system, there is not enough space, or only the server can read the format. If the result is null, the
 * original is uploaded and the server preprocesses it. However, if the video was to be trimmed, the original
 * must not be uploaded.
 */
export async function preprocessVideo({
  file,
  smaller,
  trim,
  signal,
  onProgress,
}: PreprocessVideoOptions): Promise<PreprocessedVideo | null> {
  if (!(await canPreprocessFile(file.size)) || signal.aborted) return null
  const key = crypto.randomUUID()
  onProgress(0)
  const result = await runWorker({ file, key, compress: smaller, trim }, signal, onProgress)
  const kept = result && (await getPreprocessedFile(key))
  if (result && kept?.size) return { ...result, key, file: kept }
  await deletePreprocessedFile(key)
  return null
}

let preloadedWorker: Worker | undefined

/** Loads the worker early, while the user is still typing the title. */
export function preloadPreprocessingWorker(): void {
  if ('Worker' in globalThis && isOpfsAvailable()) preloadedWorker ??= createWorker()
}

function createWorker(): Worker {
  return new Worker(new URL('./preprocessing-worker.ts', import.meta.url), { type: 'module' })
}

/** Returns whether this browser can preprocess a file of this size. */
export async function canPreprocessFile(bytes: number): Promise<boolean> {
  if (!('Worker' in globalThis) || !(await openPreprocessedFilesFolder())) return false
  return hasStorageSpaceFor(bytes).catch(() => false)
}

async function runWorker(
  request: PreprocessingRequest,
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
  // The worker could not be loaded, so it will not send any messages.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    resolve(null)
  })
  signal.addEventListener('abort', () => resolve(null))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to and from a worker have no target origin
  worker.postMessage(request)
  return promise.finally(() => worker.terminate())
}
