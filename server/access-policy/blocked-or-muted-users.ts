import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

/**
 * Returns the ids of the users whose new comments are not sent to the viewer as live updates. The result
 * contains users who have blocked the viewer and users whom the viewer has blocked or muted.
 */
export async function loadBlockedOrMutedIds(viewer: Viewer): Promise<ReadonlySet<string>> {
  if (viewer.kind === 'anonymous') return noUserIds
  const { rows } = await sql<{ user_id: string }>`
    select blocked_id as user_id from blocks where blocker_id = ${viewer.id}
    union select blocker_id from blocks where blocked_id = ${viewer.id}
    union select muted_id from mutes where muter_id = ${viewer.id}`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

const noUserIds: ReadonlySet<string> = new Set()
