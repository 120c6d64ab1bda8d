import { Refusal } from '#contract/refusals.ts'
import { db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/viewer.ts'
import { storage } from '../../platform/storage/storage.ts'
import { answerObject } from '../../playback/answer.ts'
import { exportKey } from './keys.ts'

/** Hands the ZIP to its owner while signed in; for everybody else it does not exist. Parts may be asked for, so a broken download goes on. */
export async function serveExport(viewer: Member, id: string, request: Request): Promise<Response> {
  const key = exportKey(viewer.id, await ready(viewer, id))
  const about = await storage.stat(key)
  if (!about) throw new Refusal('not_found')
  const answer = await answerObject(key, about, { isPublic: false, keep: 0 }, request)
  answer.headers.set('cache-control', 'private, no-store')
  answer.headers.set('content-type', 'application/zip')
  answer.headers.set('content-disposition', `attachment; filename="your-data-${viewer.username}.zip"`)
  return answer
}

async function ready(viewer: Member, id: string): Promise<string> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Refusal('not_found')
  const row = await db
    .selectFrom('exports')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row.id
}
