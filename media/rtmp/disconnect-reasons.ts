const unreadableStream =
  'The server cannot read the stream. Update your streaming program and start the stream again.'

/**
 * Why a connection ended, with the text that the encoder receives as the description of `onStatus`. With
 * `null`, the encoder receives no message, because it ended the connection itself, does not read messages or
 * has not started an RTMP session.
 */
const encoderMessages = {
  /** The encoder ended the broadcast with `FCUnpublish`, `deleteStream` or `closeStream`. */
  unpublished: null,
  /** The encoder closed the TCP connection, or the network failed. */
  connection_closed: null,
  /** The caller refused the stream key and provided its own text. */
  refused: 'This stream key cannot be used.',
  authorization_failed: 'The server could not check the stream key. Try again in a minute.',
  /** The caller stopped the broadcast and provided its own text. */
  stopped: 'This broadcast was stopped.',
  server_closing: 'The server is restarting. Start the stream again.',
  sink_failed: 'The server could not store the stream. Start the stream again.',
  sink_stalled: 'The server is too busy for this stream. Start the stream again.',
  play_refused: 'This address only receives streams. Watch them on the website.',
  unsupported_video: 'This server accepts only H.264 video. Choose H.264 (AVC) as the video encoder.',
  unsupported_audio: 'This server accepts only AAC sound. Choose AAC as the audio encoder.',
  no_video: 'The stream has no video. Add a video source and start the stream again.',
  format_changed: 'The picture or sound format changed during the stream. Start the stream again.',
  bitrate_too_high: 'The bitrate is too high. Choose a lower bitrate and start the stream again.',
  timestamps_ahead: 'The stream arrives faster than real time. Send it at normal speed.',
  timestamps_reversed: 'The time stamps of the stream go backwards. Start the stream again.',
  idle: 'No video or sound arrived for a while. Start the stream again.',
  publish_timeout: 'The stream did not start in time. Start the stream again.',
  handshake_timeout: null,
  too_many_connections: null,
  too_many_connections_from_network: null,
  too_many_messages:
    'The stream has too many frames per second. Choose a lower frame rate and start the stream again.',
  too_many_chunk_streams: unreadableStream,
  message_too_large: 'A frame of the stream is too large. Choose a lower bitrate and start the stream again.',
  answers_not_read: null,
  unsupported_handshake: null,
  malformed_chunk: unreadableStream,
  malformed_message: unreadableStream,
  unexpected_command: unreadableStream,
  internal_error: null,
} as const

export type DisconnectReason = keyof typeof encoderMessages

/** Returns the text that the encoder receives, or null if it receives none. */
export function encoderMessageFor(reason: DisconnectReason): string | null {
  return encoderMessages[reason]
}

/** Thrown by the parsers if the encoder has sent something that must end the connection. */
export class RtmpError extends Error {
  readonly reason: DisconnectReason

  constructor(reason: DisconnectReason) {
    super(`RTMP: ${reason}`)
    this.name = 'RtmpError'
    this.reason = reason
  }
}
