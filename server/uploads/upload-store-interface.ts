import type { DataStore } from '@tus/server'

/** A tus store that validates the bytes written to it. */
export interface UploadStore extends DataStore {
  begin(key: string, size: number): Promise<void>
  /** Called when all bytes have arrived. Joins them into one object; idempotent. */
  assemble(key: string): Promise<void>
}
