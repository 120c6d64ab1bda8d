import { heartbeatAckPath } from '#contract/live-updates.ts'
import { acknowledgeHeartbeat } from './heartbeat-acks.ts'
import { defineRawRoute } from '../http/routes.ts'

const streamIdPattern = /^[0-9a-f-]{36}$/

/**
 * The endpoint for heartbeat acknowledgements. The endpoint needs no session and does not reveal whether the
 * stream exists.
 */
export const heartbeatRoutes = [
  defineRawRoute(['POST'], heartbeatAckPath('{stream}'), (c) => {
    const stream = c.req.param('stream') ?? ''
    if (streamIdPattern.test(stream)) acknowledgeHeartbeat(stream)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  }),
]
