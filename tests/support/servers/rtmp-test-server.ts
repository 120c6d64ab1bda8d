import type { TestContext } from 'node:test'
import type { DisconnectReason } from '#media/rtmp/disconnect-reasons.ts'
import type { FlvPiece } from '#media/rtmp/flv/flv-piece-builder.ts'
import { createRtmpServer } from '#media/rtmp/rtmp-server.ts'
import type { PublishAttempt, RtmpServerOptions } from '#media/rtmp/rtmp-server-options.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

/** The stream key that the test server accepts. Only one broadcast at a time can use it. */
export const testStreamKey = 'secret-stream-key'

/** The data of one accepted broadcast. */
export type ReceivedBroadcast = {
  attempt: PublishAttempt
  pieces: FlvPiece[]
  ended: Promise<DisconnectReason>
}

/** Starts an RTMP server on a free port that records its log and its broadcasts. Stops after the test. */
export async function startRtmpTestServer(
  t: TestContext,
  { host = '127.0.0.1', write, ...overrides }: RtmpTestServerOptions = {},
) {
  const logLines: { message: string; facts: { [name: string]: string | number } }[] = []
  const errors: unknown[] = []
  const broadcasts: ReceivedBroadcast[] = []
  let isInUse = false
  const server = createRtmpServer({
    networkOfAddress: getClientNetworkAddress,
    log: {
      info: (message, facts) => logLines.push({ message, facts }),
      error: (message, facts) => errors.push({ message, facts }),
    },
    async authorize(attempt) {
      if (attempt.streamKey !== testStreamKey)
        return { accepted: false, code: 'Denied', message: 'Unknown stream key.' }
      if (isInUse) return { accepted: false, code: 'BadName', message: 'You are already live.' }
      isInUse = true
      const ended = Promise.withResolvers<DisconnectReason>()
      const pieces: FlvPiece[] = []
      broadcasts.push({ attempt, pieces, ended: ended.promise })
      const sink = {
        async write(piece: FlvPiece) {
          pieces.push(piece)
          await write?.(piece)
        },
        end(reason: DisconnectReason) {
          isInUse = false
          ended.resolve(reason)
        },
      }
      return { accepted: true, sink }
    },
    ...overrides,
  })
  t.after(() => server.close())
  const { port } = await server.listen({ port: 0, host })
  return {
    server,
    port,
    url: (streamKey = testStreamKey) => `rtmp://127.0.0.1:${port}/live/${streamKey}`,
    logLines,
    errors,
    broadcasts,
    /** Waits until the given number of connections have ended, and returns the reasons in order. */
    endReasons: (count = 1) =>
      waitUntil(() => {
        const reasons = logLines.flatMap(({ facts }) => facts['reason'] ?? [])
        return reasons.length >= count && reasons
      }),
    /** Waits for the first broadcast. */
    firstBroadcast: () => waitUntil(() => broadcasts[0]),
  }
}

type RtmpTestServerOptions = Partial<RtmpServerOptions> & {
  host?: string
  write?: (piece: FlvPiece) => Promise<void>
}
