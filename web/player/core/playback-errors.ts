import type { playerMessages } from '#web/messages/watch/player.ts'

export type PlaybackError = keyof typeof playerMessages.errors

/**
 * Maps `video.error.code` to a playback error. The HTML standard defines the codes of MediaError: 1 aborted,
 * 2 network, 3 decode, 4 source not supported.
 */
export function mapMediaError(code: number | undefined): PlaybackError {
  return ([undefined, 'aborted', 'network', 'codec', 'format'] as const)[code ?? 0] ?? 'unknown'
}

/** The codes of media errors that loading the stream again can fix: 2 network, 3 decode. */
export const recoverableMediaErrors: ReadonlySet<number> = new Set([2, 3])

export type HlsErrorInfo = { type: string; details: string; status?: number }

/** Maps a fatal hls.js error to a playback error by its `type`, its `details` and the HTTP status. */
export function mapHlsError({ type, details, status }: HlsErrorInfo): PlaybackError {
  if (status === 404) return 'gone'
  if (details === 'manifestParsingError' || details === 'levelEmptyError') return 'format'
  if (type === 'networkError') return 'network'
  return type === 'mediaError' ? 'codec' : 'unknown'
}

/**
 * Returns whether restarting the decoder can fix the error. Restarting helps if the decoder has failed, but
 * not if the codec is unsupported.
 */
export function isRecoverableMediaError({ type, details }: HlsErrorInfo): boolean {
  return type === 'mediaError' && !codecDetails.has(details)
}

const codecDetails = new Set([
  'manifestIncompatibleCodecsError',
  'bufferIncompatibleCodecsError',
  'bufferAddCodecError',
])

/**
 * Returns true if the network error is temporary, so the player should wait and try again. An error is
 * temporary if there was no response (no status) or the HTTP status is 5xx or 429. A 404, for example, is not
 * temporary, so the player gives up.
 */
export function isTemporaryNetworkError({ type, status = 0 }: HlsErrorInfo): boolean {
  return type === 'networkError' && (status === 0 || status === 429 || status >= 500)
}
