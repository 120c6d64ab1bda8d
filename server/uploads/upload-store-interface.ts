import type { DataStore } from '@tus/server'

/** A tus store that validates the bytes written to it. */
export interface UploadStore extends DataStore {
  begin(key: string, size: number): Promise<void>
  /** Joins the bytes into one object after all of them have arrived. Idempotent. */
  assemble(key: string): Promise<void>
}
