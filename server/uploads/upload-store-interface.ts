import type { DataStore } from '@tus/server'

/** A tus store that validates what is written to it. */
export interface UploadStore extends DataStore {
  begin(key: string, size: number): Promise<void>
  /** Called when all bytes have arrived: joins them into one object, unless that has happened already. */
  assemble(key: string): Promise<void>
}
