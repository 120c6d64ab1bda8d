import type { StreamTargetChunk } from 'mediabunny'
import { openPreprocessedFolder } from './preprocessed-file-storage.ts'
import { CannotPreprocessError, remuxVideo } from './remux-video.ts'
import { compressVideo } from './compress-video.ts'

/** What the page asks for. */
export interface PreprocessingRequest {
  file: File
  /** Where the result goes, in the private file system. */
  key: string
  smaller: boolean
}

/** What it hears: how far it is (0 to 1), and in the end what was made; null when the file is better sent as it is. */
export type PreprocessingMessage = { done: number } | { made: PreprocessingResult | null; why?: string }

export interface PreprocessingResult {
  extension: string
  /** Encoded anew, not only copied. */
  smaller: boolean
}

/** Only in workers, hence not in TypeScript's picture of a page. */
interface SyncAccessHandle {
  write(data: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  getSize(): number
  flush(): void
  close(): void
}

const page = globalThis as unknown as Worker
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has no origin to aim at
const postToPage = (told: PreprocessingMessage) => page.postMessage(told)

page.addEventListener('message', ({ data }: MessageEvent<PreprocessingRequest>) => {
  preprocessFile(data).then(
    (made) => postToPage({ made }),
    (error: unknown) => postToPage({ made: null, why: String(error) }),
  )
})

async function preprocessFile({ file, key, smaller }: PreprocessingRequest): Promise<PreprocessingResult> {
  const folder = await openPreprocessedFolder()
  if (!folder) throw new CannotPreprocessError('no private files')
  const handle = await folder.getFileHandle(key, { create: true })
  const open = handle as unknown as { createSyncAccessHandle(): Promise<SyncAccessHandle> }
  const access = await open.createSyncAccessHandle()
  try {
    return (smaller && (await tryCompress(file, access))) || (await remuxFile(file, access))
  } finally {
    access.flush()
    access.close()
  }
}

/** Null when it cannot be done here, or when it would not have become smaller. */
async function tryCompress(file: File, access: SyncAccessHandle): Promise<PreprocessingResult | null> {
  try {
    const extension = await compressVideo({
      file,
      to: toWritableStream(access),
      onProgress: createProgressReporter(),
    })
    if (access.getSize() < file.size) return { extension, smaller: true }
  } catch (error) {
    if (isQuotaExceeded(error)) throw error
  }
  access.truncate(0)
  return null
}

async function remuxFile(file: File, access: SyncAccessHandle): Promise<PreprocessingResult> {
  return {
    extension: await remuxVideo({ file, to: toWritableStream(access), onProgress: createProgressReporter() }),
    smaller: false,
  }
}

function toWritableStream(access: SyncAccessHandle) {
  return new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => void access.write(data, { at: position }),
  })
}

/** Ten times a second is as much as anyone can see. */
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
