import type { RtmpLimits } from './rtmp-limits.ts'
import type { StreamSink } from './stream-sink.ts'

/** One `publish` command. */
export type PublishAttempt = {
  /** The path in the server address, such as `live` in `rtmp://example.com/live`. */
  app: string
  /** The stream key as the encoder sent it, possibly empty. A secret: never log it. */
  streamKey: string
  /** The encoder's IP address. An IPv4-mapped IPv6 address is converted to IPv4. */
  remoteAddress: string
  /**
   * Ends this broadcast immediately: no bytes reach the sink after the call. Can be called at any time, even
   * before `authorize` has resolved, and has no effect after the broadcast has ended. The encoder receives
   * `message`.
   */
  stop: (message: string) => void
}

/**
 * The response to a `publish` command. A refused encoder receives the status code `NetStream.Publish.<code>`
 * with `message` as the description. OBS logs the message only if the code is `Denied`; ffmpeg prints it for
 * both codes.
 */
export type PublishAuthorization =
  | { accepted: true; sink: StreamSink }
  | { accepted: false; code: 'BadName' | 'Denied'; message: string }

type LogFacts = { [name: string]: string | number }

export type RtmpServerOptions = {
  /**
   * Checks a stream key. The caller also decides whether two encoders may use the same key at once. If the
   * promise rejects, the encoder is refused and the error is logged, so the error must not contain the key.
   */
  authorize: (attempt: PublishAttempt) => Promise<PublishAuthorization>
  /**
   * Returns the network to which `maxConnectionsPerNetwork` applies: an IPv4 address, or the /64 network of
   * an IPv6 address.
   */
  networkOfAddress: (address: string) => string
  /** Overrides `defaultRtmpLimits`. */
  limits?: Partial<RtmpLimits>
  /** Log messages contain neither stream keys nor IP addresses. */
  log: {
    info: (message: string, facts: LogFacts) => void
    error: (message: string, facts: LogFacts) => void
  }
}
