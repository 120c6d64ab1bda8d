import { heartbeatAckPath } from '#contract/live-updates.ts'
import { acknowledgeHeartbeat } from './heartbeat-acks.ts'
import { rawRoute } from '../http/routes.ts'

const streamIdPattern = /^[0-9a-f-]{36}$/

/** Where pages answer heartbeats. It says nothing of whether there is such a stream, and asks nobody who they are. */
export const heartbeatRoutes = [
  rawRoute(['POST'], heartbeatAckPath('{stream}'), async (c) => {
    const stream = c.req.param('stream') ?? ''
    // Where the database is away, only those of other processes are not told.
    if (streamIdPattern.test(stream)) await acknowledgeHeartbeat(stream).catch(() => {})
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  }),
]
