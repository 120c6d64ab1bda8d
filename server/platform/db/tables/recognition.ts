import type { Made } from './columns.ts'

/* How videos are known again. */

export interface Fingerprints {
  content_id: string
  sha256: Buffer
  look: Buffer
  made_at: Made
}

export interface RemovedMedia {
  content_id: string
  sha256: Buffer
  look: Buffer
  priority: number
  removed_at: Made
}
