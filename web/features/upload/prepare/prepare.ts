import { dropKept, hasPrivateFiles, hasRoomFor, keptFile, keptFolder } from './kept.ts'
import type { Asked, Made, Told } from './worker.ts'

/** A file without place and device, waiting in the private file system. */
export interface Prepared extends Made {
  key: string
  file: File
}

interface Wanted {
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
export async function prepare({ file, smaller, signal, onProgress }: Wanted): Promise<Prepared | null> {
  if (!(await canKeep(file.size)) || signal.aborted) return null
  const key = crypto.randomUUID()
  onProgress(0)
  const made = await ask({ file, key, smaller }, signal, onProgress)
  const kept = made && (await keptFile(key))
  if (made && kept?.size) return { ...made, key, file: kept }
  await dropKept(key)
  return null
}

let warmed: Worker | undefined

/** Loads what will be needed, while the title is being typed. */
export function warmUp(): void {
  if ('Worker' in globalThis && hasPrivateFiles()) warmed ??= hire()
}

function hire(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
}

async function canKeep(bytes: number): Promise<boolean> {
  if (!('Worker' in globalThis) || !(await keptFolder())) return false
  return hasRoomFor(bytes).catch(() => false)
}

async function ask(asked: Asked, signal: AbortSignal, onProgress: (done: number) => void) {
  const worker = warmed ?? hire()
  warmed = undefined
  const { promise, resolve } = Promise.withResolvers<Made | null>()
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
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
