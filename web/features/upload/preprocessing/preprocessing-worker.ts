import type { StreamTargetChunk } from 'mediabunny'
import { openPreprocessedFolder } from './preprocessed-file-storage.ts'
import { PreprocessingUnsupportedError, remuxVideo } from './remux-video.ts'
import { compressVideo } from './compress-video.ts'

/** The message that the page sends to start preprocessing. */
export interface PreprocessingRequest {
  file: File
  /** The key under which the result is stored in the private file system. */
  key: string
  compress: boolean
}

/**
 * The worker's messages: progress from 0 to 1, then the result, or null if the original should be uploaded.
 */
export type PreprocessingMessage = { done: number } | { made: PreprocessingResult | null; why?: string }

export interface PreprocessingResult {
  extension: string
  /** True if the video was re-encoded, false if it was only copied. */
  isCompressed: boolean
}

/** The sync access handle exists only in workers, so TypeScript's DOM types lack it. */
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

async function preprocessFile({ file, key, compress }: PreprocessingRequest): Promise<PreprocessingResult> {
  const folder = await openPreprocessedFolder()
  if (!folder) throw new PreprocessingUnsupportedError('no private files')
  const handle = await folder.getFileHandle(key, { create: true })
  const open = handle as unknown as { createSyncAccessHandle(): Promise<SyncAccessHandle> }
  const access = await open.createSyncAccessHandle()
  try {
    return (compress && (await tryCompress(file, access))) || (await remuxFile(file, access))
  } finally {
    access.flush()
    access.close()
  }
}

/** Returns null if the video cannot be preprocessed here or would not get smaller. */
async function tryCompress(file: File, access: SyncAccessHandle): Promise<PreprocessingResult | null> {
  try {
    const extension = await compressVideo({
      file,
      to: toWritableStream(access),
      onProgress: createProgressReporter(),
    })
    if (access.getSize() < file.size) return { extension, isCompressed: true }
  } catch (error) {
    if (isQuotaExceeded(error)) throw error
  }
  access.truncate(0)
  return null
}

async function remuxFile(file: File, access: SyncAccessHandle): Promise<PreprocessingResult> {
  return {
    extension: await remuxVideo({ file, to: toWritableStream(access), onProgress: createProgressReporter() }),
    isCompressed: false,
  }
}

function toWritableStream(access: SyncAccessHandle) {
  return new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => void access.write(data, { at: position }),
  })
}

/** Limits progress messages to ten per second; more would not be visible. */
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
