import type { StreamTargetChunk } from 'mediabunny'
import { openPreprocessedFilesFolder } from './preprocessed-file-storage.ts'
import { type PreprocessingJob, remuxVideo } from './remux-video.ts'
import { PreprocessingUnsupportedError } from './preprocessing-unsupported-error.ts'
import { compressVideo, encodeTrimmedVideo } from './compress-video.ts'
import type { TrimRange } from './trim-range.ts'

/** The message that tells the worker to preprocess a video. */
export interface PreprocessingRequest {
  file: File
  /** The key under which the result is stored in the browser's private file system (OPFS). */
  key: string
  compress: boolean
  /** The part of the video to keep, or undefined to keep all of it. */
  trim?: TrimRange | undefined
}

/**
 * The messages from the worker to the page: progress from 0 to 1, then the result. If the result is null, the
 * original should be uploaded.
 */
export type PreprocessingMessage = { done: number } | { made: PreprocessingResult | null; why?: string }

export interface PreprocessingResult {
  extension: string
  /** True if the video was re-encoded, false if its data was only copied. */
  isCompressed: boolean
}

/**
 * The interface FileSystemSyncAccessHandle exists only in workers, so TypeScript's DOM types do not contain
 * it.
 */
interface SyncAccessHandle {
  write(data: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  getSize(): number
  flush(): void
  close(): void
}

const page = globalThis as unknown as Worker
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to and from a worker have no target origin
const postToPage = (told: PreprocessingMessage) => page.postMessage(told)

page.addEventListener('message', ({ data }: MessageEvent<PreprocessingRequest>) => {
  preprocessFile(data).then(
    (result) => postToPage({ made: result }),
    (error: unknown) => postToPage({ made: null, why: String(error) }),
  )
})

async function preprocessFile(request: PreprocessingRequest): Promise<PreprocessingResult> {
  const folder = await openPreprocessedFilesFolder()
  if (!folder) throw new PreprocessingUnsupportedError('no private files')
  const handle = await folder.getFileHandle(request.key, { create: true })
  const open = handle as unknown as { createSyncAccessHandle(): Promise<SyncAccessHandle> }
  const access = await open.createSyncAccessHandle()
  try {
    return (
      (request.compress && (await tryCompress(request, access))) ||
      (request.trim ? await trimFile(request, access) : await remuxFile(request, access))
    )
  } finally {
    access.flush()
    access.close()
  }
}

/**
 * Returns null if this device cannot preprocess the video, or if compression would not make the video
 * smaller.
 */
async function tryCompress(
  request: PreprocessingRequest,
  access: SyncAccessHandle,
): Promise<PreprocessingResult | null> {
  try {
    const extension = await compressVideo(createJob(request, access))
    if (access.getSize() < request.file.size) return { extension, isCompressed: true }
  } catch (error) {
    if (isQuotaExceeded(error)) throw error
  }
  access.truncate(0)
  return null
}

/**
 * If the chosen part starts with a key frame, its packets are copied. If the part does not start with a key
 * frame, it is re-encoded.
 */
async function trimFile(
  request: PreprocessingRequest,
  access: SyncAccessHandle,
): Promise<PreprocessingResult> {
  try {
    return await remuxFile(request, access)
  } catch (error) {
    if (!(error instanceof PreprocessingUnsupportedError)) throw error
  }
  access.truncate(0)
  return { extension: await encodeTrimmedVideo(createJob(request, access)), isCompressed: false }
}

async function remuxFile(
  request: PreprocessingRequest,
  access: SyncAccessHandle,
): Promise<PreprocessingResult> {
  return { extension: await remuxVideo(createJob(request, access)), isCompressed: false }
}

function createJob({ file, trim }: PreprocessingRequest, access: SyncAccessHandle): PreprocessingJob {
  return { file, trim, to: toWritableStream(access), onProgress: createProgressReporter() }
}

function toWritableStream(access: SyncAccessHandle) {
  return new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => void access.write(data, { at: position }),
  })
}

/** Sends at most ten progress messages per second, because users would not notice more frequent ones. */
function createProgressReporter() {
  let told = 0
  return (done: number) => {
    if (Date.now() - told < 100) return
    told = Date.now()
    postToPage({ done })
  }
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
