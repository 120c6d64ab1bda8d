import type { CreatedAtColumn } from './columns.ts'

/* Tables of file hashes and perceptual hashes, which are used to recognise videos. */

export interface MediaHashesTable {
  content_id: string
  sha256: Buffer
  look: Buffer
  made_at: CreatedAtColumn
}

export interface RemovedMediaHashesTable {
  content_id: string
  sha256: Buffer
  look: Buffer
  priority: number
  removed_at: CreatedAtColumn
}
