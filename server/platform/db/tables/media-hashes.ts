import type { CreatedAtColumn } from './columns.ts'

/* Tables for file hashes and perceptual hashes, which are used to recognise videos. */

export interface MediaHashesTable {
  content_id: string
  sha256: Buffer
  perceptual_hash: Buffer
  created_at: CreatedAtColumn
}

export interface RemovedMediaHashesTable {
  content_id: string
  sha256: Buffer
  perceptual_hash: Buffer
  priority: number
  removed_at: CreatedAtColumn
}
