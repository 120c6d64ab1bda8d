import { sql } from 'kysely'
import type { ChatRole } from '#contract/broadcasts/chat.ts'
import { db, type Db, type Tx } from '#server/platform/db/db.ts'
import { getViewerId, type Viewer } from '#server/platform/http/viewer.ts'
import { isChatHelper } from './helper-condition.ts'

/** Returns the viewer's role in the chats of this creator. */
export async function loadOwnChatRole(
  viewer: Viewer,
  creatorId: string,
  from: Db | Tx = db,
): Promise<ChatRole | null> {
  const id = getViewerId(viewer)
  if (id === null) return null
  if (id === creatorId) return 'creator'
  const { rows } = await sql<{ is_helper: boolean }>`
    select ${isChatHelper(sql`${creatorId}::uuid`, sql`${id}::uuid`)} as is_helper`.execute(from)
  return rows[0]!.is_helper ? 'helper' : null
}
