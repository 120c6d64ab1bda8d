import type { Member } from '../platform/http/viewer.ts'
import { listen } from '../safety/listen.ts'

/** Live updates of one's own bell. Whose it is comes from the session alone, and they end with it. */
export function followBell(viewer: Member, request: Request, address: string): Promise<Response> {
  return listen(viewer, { userId: viewer.id }, { request, address })
}
