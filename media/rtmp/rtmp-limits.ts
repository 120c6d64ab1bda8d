/** The limits of an RTMP server. Times are in milliseconds. */
export type RtmpLimits = {
  /** The maximum number of open connections, including connections that have not published yet. */
  maxConnections: number
  /** The maximum number of open connections from one network, as defined by `networkOfAddress`. */
  maxConnectionsPerNetwork: number
  /**
   * The maximum time from the TCP connection to an accepted `publish`, including the check of the stream key.
   */
  publishTimeoutMs: number
  /** The maximum time without a complete audio or video message. Detects half-open TCP connections. */
  idleTimeoutMs: number
  /** The maximum time that the sink may take to write one piece. */
  sinkTimeoutMs: number
  /** The maximum average number of bytes per second. The default, 1.5 MB/s, is 12 Mbit/s. */
  maxBytesPerSecond: number
  /** The maximum average number of messages per second. Video at 60 fps with 48 kHz AAC audio needs 107. */
  maxMessagesPerSecond: number
  /**
   * How many seconds' worth of bytes and messages may arrive in a burst, for example after a network failure.
   */
  burstSeconds: number
  /** The largest audio or video message, in bytes. Other messages are limited to 16 KiB. */
  maxMessageBytes: number
  /** The target duration of a piece of FLV. */
  pieceMs: number
  /** The size in bytes at which a piece ends early. The piece can be larger than this by one frame. */
  maxPieceBytes: number
  /** How far the timestamps may be ahead of the clock. */
  maxAheadMs: number
}

export const defaultRtmpLimits: RtmpLimits = {
  maxConnections: 100,
  maxConnectionsPerNetwork: 8,
  publishTimeoutMs: 10_000,
  idleTimeoutMs: 15_000,
  sinkTimeoutMs: 30_000,
  maxBytesPerSecond: 1_500_000,
  maxMessagesPerSecond: 400,
  burstSeconds: 15,
  maxMessageBytes: 4 * 1024 * 1024,
  pieceMs: 250,
  maxPieceBytes: 1024 * 1024,
  maxAheadMs: 30_000,
}
