import { personTopic } from '../events.ts'
import { db } from '../platform/db/db.ts'
import { eventStream } from '../platform/event-stream.ts'
import type { Member } from '../platform/http/viewer.ts'

/** Live updates of one's own bell. Whose it is comes from the session alone, and they end with it. */
export function followBell(viewer: Member, request: Request): Promise<Response> {
  return eventStream({
    topic: personTopic(viewer.id),
    request,
    mayListen: async () => (await openSession(viewer)) !== undefined,
  })
}

function openSession({ session }: Member) {
  return db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session.id)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
}
