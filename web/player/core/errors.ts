import type { words } from '#web/words/player.ts'

export type PlaybackError = keyof typeof words.errors

/** From `video.error.code` (HTML, MediaError: 1 aborted, 2 network, 3 decode, 4 source not supported). */
export function fromMediaError(code: number | undefined): PlaybackError {
  return ([undefined, 'aborted', 'network', 'codec', 'format'] as const)[code ?? 0] ?? 'unknown'
}

export type HlsFailure = { type: string; details: string; status?: number }

/** From a fatal error of hls.js, by its `type`, `details` and what the server answered. */
export function fromHlsFailure({ type, details, status }: HlsFailure): PlaybackError {
  if (status === 404) return 'gone'
  if (details === 'manifestParsingError' || details === 'levelEmptyError') return 'format'
  if (type === 'networkError') return 'network'
  return type === 'mediaError' ? 'codec' : 'unknown'
}

/** A decoder that tripped may run on after a new start; one that does not know the codec never will. */
export function mayRecover({ type, details }: HlsFailure): boolean {
  return type === 'mediaError' && !codecDetails.has(details)
}

const codecDetails = new Set([
  'manifestIncompatibleCodecsError',
  'bufferIncompatibleCodecsError',
  'bufferAddCodecError',
])

/** Nobody answered (no status), or only for now (5xx, 429): worth waiting for, behind a spinner. A 404 is an answer. */
export function mayPass({ type, status = 0 }: HlsFailure): boolean {
  return type === 'networkError' && (status === 0 || status === 429 || status >= 500)
}
