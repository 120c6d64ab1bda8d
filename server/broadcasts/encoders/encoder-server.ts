import { randomUUID } from 'node:crypto'
import type { PublishAttempt, PublishAuthorization } from '#media/rtmp/rtmp-server-options.ts'
import { createRtmpServer } from '#media/rtmp/rtmp-server.ts'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { getClientNetworkAddress, isTrustedProxy } from '#server/platform/http/client-address.ts'
import { log } from '#server/platform/log.ts'
import { refusedEncodersCounter } from '../broadcast-metrics.ts'
import { authorizeEncoder } from './authorize-encoder.ts'
import { releaseEncoderConnection } from './encoder-connections.ts'
import { EncoderSink } from './encoder-sink.ts'
import { loadContinuation } from './load-continuation.ts'

/**
 * A piece can exceed this size by one frame, which is limited to the same size. A chunk has room for both.
 */
const maxPieceBytes = broadcastLimits.maxChunkBytes / 2 - 64 * 1024

/**
 * Starts the server that receives broadcasts from encoders over RTMP. Returns the port, and a function that
 * stops the server. The function's promise resolves when the encoders can connect to another process.
 */
export async function startEncoderServer(address: {
  host: string
  port: number
}): Promise<{ port: number; stop: () => Promise<void> }> {
  const sinks = new Set<EncoderSink>()
  const server = createRtmpServer({
    networkOfAddress: toCountedNetwork,
    log,
    // The code that stores chunks limits the average bitrate over a longer time (receive-chunk.ts).
    limits: { maxPieceBytes, maxMessageBytes: maxPieceBytes },
    async authorize(attempt) {
      const answer = await authorize(attempt)
      if (answer instanceof EncoderSink) {
        sinks.add(answer)
        void answer.released.then(() => sinks.delete(answer))
        return { accepted: true, sink: answer }
      }
      return answer
    },
  })
  const { port } = await server.listen(address)
  return {
    port,
    async stop() {
      await server.close()
      await Promise.all([...sinks].map(({ released }) => released))
    },
  }
}

async function authorize(
  attempt: PublishAttempt,
): Promise<EncoderSink | Extract<PublishAuthorization, { accepted: false }>> {
  const authorization = await authorizeEncoder(attempt)
  if ('refusal' in authorization) {
    refusedEncodersCounter.inc({ reason: authorization.refusal })
    return { accepted: false, code: 'Denied', message: authorization.message }
  }
  const { connection } = authorization
  try {
    const continuation = await loadContinuation(connection)
    return new EncoderSink({ connection, continuation, stop: attempt.stop })
  } catch (error) {
    await releaseEncoderConnection(connection)
    throw error
  }
}

/**
 * All encoders behind a TCP proxy have the proxy's address, so each of their connections counts as a separate
 * network. The proxy has to limit the number of connections per client.
 */
function toCountedNetwork(address: string): string {
  return isTrustedProxy(address) ? randomUUID() : getClientNetworkAddress(address)
}
