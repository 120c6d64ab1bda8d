import type { StreamTargetChunk } from 'mediabunny'
import { keptFolder } from './kept.ts'
import { NotHere, remux } from './remux.ts'
import { shrink } from './shrink.ts'

/** What the page asks for. */
export interface Asked {
  file: File
  /** Where the result goes, in the private file system. */
  key: string
  smaller: boolean
}

/** What it hears: how far it is (0 to 1), and in the end what was made; null when the file is better sent as it is. */
export type Told = { done: number } | { made: Made | null; why?: string }

export interface Made {
  extension: string
  /** Encoded anew, not only copied. */
  smaller: boolean
}

/** Only in workers, hence not in TypeScript's picture of a page. */
interface Access {
  write(data: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  getSize(): number
  flush(): void
  close(): void
}

const page = globalThis as unknown as Worker
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page has no origin to aim at
const tell = (told: Told) => page.postMessage(told)

page.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  make(data).then(
    (made) => tell({ made }),
    (error: unknown) => tell({ made: null, why: String(error) }),
  )
})

async function make({ file, key, smaller }: Asked): Promise<Made> {
  const folder = await keptFolder()
  if (!folder) throw new NotHere('no private files')
  const handle = await folder.getFileHandle(key, { create: true })
  const open = handle as unknown as { createSyncAccessHandle(): Promise<Access> }
  const access = await open.createSyncAccessHandle()
  try {
    return (smaller && (await tryShrink(file, access))) || (await copy(file, access))
  } finally {
    access.flush()
    access.close()
  }
}

/** Null when it cannot be done here, or when it would not have become smaller. */
async function tryShrink(file: File, access: Access): Promise<Made | null> {
  try {
    const extension = await shrink({ file, to: into(access), onProgress: progress() })
    if (access.getSize() < file.size) return { extension, smaller: true }
  } catch (error) {
    if (isFull(error)) throw error
  }
  access.truncate(0)
  return null
}

async function copy(file: File, access: Access): Promise<Made> {
  return { extension: await remux({ file, to: into(access), onProgress: progress() }), smaller: false }
}

function into(access: Access) {
  return new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => void access.write(data, { at: position }),
  })
}

/** Ten times a second is as much as anyone can see. */
function progress() {
  let told = 0
  return (done: number) => {
    if (Date.now() - told < 100) return
    told = Date.now()
    tell({ done })
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
