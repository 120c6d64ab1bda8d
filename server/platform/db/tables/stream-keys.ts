import type { CreatedAtColumn, GeneratedIdColumn } from './columns.ts'

/* Tables for the encoders that send broadcasts over RTMP (decision 080). */

export interface StreamKeysTable {
  id: GeneratedIdColumn
  user_id: string
  key_hash: string
  created_at: CreatedAtColumn
  last_used_at: Date | null
  /** When the key was replaced or deleted. A person has at most one key that is not revoked. */
  revoked_at: Date | null
}

/** The encoder that is sending to a broadcast. */
export interface EncoderConnectionsTable {
  content_id: string
  /**
   * Identifies the connection. A server can store chunks only while this id is the id of its own connection.
   */
  id: string
  stream_key_id: string
  expires_at: Date
}
