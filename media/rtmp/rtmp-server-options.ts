import type { RtmpLimits } from './rtmp-limits.ts'
import type { StreamSink } from './stream-sink.ts'

/** One `publish` command. */
export type PublishAttempt = {
  /** The path of the address before the stream key, such as `live` in `rtmp://example.com/live`. */
  app: string
  /** The stream key as the encoder sent it, possibly empty. A secret: never log it. */
  streamKey: string
  /** The encoder's IP address. An IPv4-mapped IPv6 address is given as IPv4. */
  remoteAddress: string
  /**
   * Ends this broadcast at once: when it returns, no more bytes reach the sink. Works at any time, even before
   * `authorize` has resolved, and does nothing after the end. The encoder gets `message`.
   */
  stop: (message: string) => void
}

/**
 * The answer to a `publish` command. A refused encoder gets `NetStream.Publish.` and `code`, with `message` as
 * the description. OBS logs the message only for `Denied`; ffmpeg prints it for both.
 */
export type PublishAuthorization =
  | { accepted: true; sink: StreamSink }
  | { accepted: false; code: 'BadName' | 'Denied'; message: string }

type LogFacts = { [name: string]: string | number }

export type RtmpServerOptions = {
  /**
   * Checks a stream key. The caller also decides whether a key may be in use twice. If the promise rejects,
   * the encoder is refused and the error is logged, so the error must not contain the key.
   */
  authorize: (attempt: PublishAttempt) => Promise<PublishAuthorization>
  /**
   * Returns what counts as one client for `maxConnectionsPerNetwork`: an IPv4 address, or the /64 network of an
   * IPv6 address.
   */
  networkOfAddress: (address: string) => string
  /** Overrides `defaultRtmpLimits`. */
  limits?: Partial<RtmpLimits>
  /** Log lines contain neither stream keys nor addresses. */
  log: {
    info: (message: string, facts: LogFacts) => void
    error: (message: string, facts: LogFacts) => void
  }
}
