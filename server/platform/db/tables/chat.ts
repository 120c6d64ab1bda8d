import type { Generated } from 'kysely'
import type { CreatedAtColumn } from './columns.ts'

/* Tables of the chats of broadcasts (decision 082). The messages are in `comments`. */

/** When a person last sent a message in a chat with slow mode. */
export interface ChatSendersTable {
  content_id: string
  user_id: string
  last_sent_at: Date
}

/** The people who may remove messages from the chats of a creator, while they follow the creator. */
export interface ChatHelpersTable {
  creator_id: string
  helper_id: string
  created_at: CreatedAtColumn
}

/** The chat messages that a creator or helper has removed. */
export interface ChatRemovalsTable {
  comment_id: string
  /** Null if the account of this person was erased. */
  removed_by: string | null
  removed_at: Generated<Date>
}
