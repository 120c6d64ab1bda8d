import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Timestamp } from '../scalars.ts'

const tag = 'Broadcasts'

const ServerUrl = z.string().nullable().meta({
  description:
    'The server address to enter in the encoder, such as `rtmp://example.com:1935/live`. Null if this site does not accept encoders.',
})

const StreamKey = z.object({
  created_at: Timestamp,
  last_used_at: Timestamp.nullable().meta({ description: 'When an encoder last used the key, or null.' }),
})

export const getStreamKey = defineEndpoint({
  method: 'GET',
  path: '/api/stream-key',
  summary: 'Returns whether you have a stream key for your encoder, but never the key itself.',
  tag,
  response: z.object({ stream_key: StreamKey.nullable(), server_url: ServerUrl }),
})

export const createStreamKey = defineEndpoint({
  method: 'POST',
  path: '/api/stream-key',
  summary: 'Creates a stream key. Your previous key stops working, and an encoder that uses it is cut off.',
  tag,
  status: 201,
  response: StreamKey.extend({
    key: z.string().meta({ description: 'The key. It is in this response only.' }),
    server_url: ServerUrl,
  }),
})

export const deleteStreamKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/stream-key',
  summary: 'Deletes your stream key and cuts off an encoder that uses it. Repeated requests have no effect.',
  tag,
  status: 204,
  response: z.undefined(),
})
