import type { FfmpegResult } from './run-ffmpeg.ts'
import { MediaRejectedError } from '../media-rejection.ts'

/**
 * Throws if an ffmpeg run that only reads headers failed (see `throwIfFfmpegFailed`). Reading headers needs
 * only a few megabytes of memory. If a file's headers cannot be read within the memory limit, they declare
 * absurd sizes, so a retry would fail too.
 */
export function throwIfProbeFailed(result: FfmpegResult, what: string, signal?: AbortSignal) {
  if (result.outOfMemory && result.failed) throw new MediaRejectedError('unreadable', result.log)
  throwIfFfmpegFailed(result, what, signal)
}

/**
 * Throws if an ffmpeg run failed. If the run was aborted, throws the abort signal's reason. If the file is
 * damaged or uses a codec that is not allowed, throws a MediaRejectedError. For failures that a retry may
 * fix, throws a plain Error.
 */
export function throwIfFfmpegFailed(result: FfmpegResult, what: string, signal?: AbortSignal) {
  if (result.ok) return
  if (result.aborted) throw signal?.reason ?? new Error(`${what} was stopped`)
  if (result.failed && !result.outOfResources) {
    if (/ not on whitelist/.test(result.log))
      throw new MediaRejectedError('codec', result.log, { codec: rejectedCodecName(result.log) })
    if (/exceeds specified max pixel count/.test(result.log))
      throw new MediaRejectedError('too_large_picture')
    if (damagedInputPattern.test(result.log)) throw new MediaRejectedError('unreadable', result.log)
  }
  throw new Error(`${what} ${describeFailure(result)}: ${result.log.slice(-600)}`)
}

/** Returns the display name of the decoder that is not allowed, such as `FFV1`. */
function rejectedCodecName(log: string): string {
  const name = /Codec \(([a-z0-9_-]{1,32})\) not on whitelist/.exec(log)?.[1] ?? ''
  return name.toUpperCase().replaceAll('_', ' ')
}

// Messages from ffmpeg 5.1 to 7 about truncated, empty or corrupt files.
const damagedInputPattern = new RegExp(
  [
    'Invalid data found',
    'moov atom not found',
    'could not find codec parameters',
    'Error while decoding stream',
    'Error submitting packet to decoder',
    'Output file is empty',
    'error rate',
    'Invalid NAL unit size',
    'End of file',
    'does not contain any stream',
    'matches no streams',
    'Cannot determine format of input stream',
  ].join('|'),
  'i',
)

function describeFailure(result: FfmpegResult) {
  const ways = ['notStarted', 'killed', 'stalled', 'timedOut', 'outOfResources'] as const
  const said = ways.filter((way) => result[way])
  return said.length > 0 ? said.join(', ') : `failed with code ${result.code}`
}
