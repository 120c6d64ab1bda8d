import { sql } from 'kysely'
import { db } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/** Whose words are not brought to the viewer live: blocked either way, or muted. */
export async function unheardBy(viewer: Viewer): Promise<ReadonlySet<string>> {
  if (viewer.kind === 'anonymous') return nobody
  const { rows } = await sql<{ user_id: string }>`
    select blocked_id as user_id from blocks where blocker_id = ${viewer.id}
    union select blocker_id from blocks where blocked_id = ${viewer.id}
    union select muted_id from mutes where muter_id = ${viewer.id}`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

const nobody: ReadonlySet<string> = new Set()
