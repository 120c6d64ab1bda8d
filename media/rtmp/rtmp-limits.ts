/** The limits of an RTMP server. Times are in milliseconds. */
export type RtmpLimits = {
  /** Open connections in all, including connections that have not published yet. */
  maxConnections: number
  /** Open connections from one network, as `networkOfAddress` defines it. */
  maxConnectionsPerNetwork: number
  /** The time from the TCP connection to an accepted `publish`, including the check of the stream key. */
  publishTimeoutMs: number
  /** The longest time without a complete audio or video message. Detects half-open TCP connections. */
  idleTimeoutMs: number
  /** The longest time that the sink may take for one piece. */
  sinkTimeoutMs: number
  /** The highest average number of bytes per second. 1.5 MB/s are 12 Mbit/s. */
  maxBytesPerSecond: number
  /** The highest average number of messages per second. 60 fps with 48 kHz AAC need 107. */
  maxMessagesPerSecond: number
  /** How many seconds of both averages may arrive at once, for example after a network failure. */
  burstSeconds: number
  /** The largest audio or video message, in bytes. Other messages may have 16 KiB. */
  maxMessageBytes: number
  /** The duration of a piece of FLV. */
  pieceMs: number
  /** The size in bytes at which a piece ends early. One larger frame still makes one larger piece. */
  maxPieceBytes: number
  /** How far the time stamps may be ahead of the clock. */
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
