import type { FfmpegResult } from './run-ffmpeg.ts'
import { MediaRejectedError } from '../media-rejection.ts'

/**
 * As `blame`, for a run that only reads what the file says of itself. That takes some megabytes; who asks for gigabytes has
 * been lied to by the file, and would be again.
 */
export function throwIfProbeFailed(ending: FfmpegResult, what: string, signal?: AbortSignal) {
  if (ending.bloated && ending.failed) throw new MediaRejectedError('unreadable', ending.log)
  throwIfFfmpegFailed(ending, what, signal)
}

/**
 * Does nothing when a run ended well, and otherwise says whose fault it was: throws the signal's reason when it was told
 * to stop, a MediaRejectedError when the file is damaged or of a codec we do not open, and a plain Error for everything that another try may mend.
 */
export function throwIfFfmpegFailed(ending: FfmpegResult, what: string, signal?: AbortSignal) {
  if (ending.ok) return
  if (ending.stopped) throw signal?.reason ?? new Error(`${what} was stopped`)
  if (ending.failed && !ending.starved) {
    if (/ not on whitelist/.test(ending.log))
      throw new MediaRejectedError('codec', ending.log, { codec: rejectedCodecName(ending.log) })
    if (/exceeds specified max pixel count/.test(ending.log))
      throw new MediaRejectedError('too_large_picture')
    if (damagedInputPattern.test(ending.log)) throw new MediaRejectedError('unreadable', ending.log)
  }
  throw new Error(`${what} ${describeFailure(ending)}: ${ending.log.slice(-600)}`)
}

/** The name of the decoder that may not be opened, as people write it: `FFV1`. */
function rejectedCodecName(log: string): string {
  const name = /Codec \(([a-z0-9_-]{1,32})\) not on whitelist/.exec(log)?.[1] ?? ''
  return name.toUpperCase().replaceAll('_', ' ')
}

// What ffmpeg 5.1 to 7 say of a file that is cut off, empty or scrambled.
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

function describeFailure(ending: FfmpegResult) {
  const ways = ['notStarted', 'killed', 'stalled', 'overran', 'starved'] as const
  const said = ways.filter((way) => ending[way])
  return said.length > 0 ? said.join(', ') : `failed with code ${ending.code}`
}
