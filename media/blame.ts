import type { Ending } from './ffmpeg.ts'
import { MediaRefusal } from './refusal.ts'

/**
 * As `blame`, for a run that only reads what the file says of itself. That takes some megabytes; who asks for gigabytes has
 * been lied to by the file, and would be again.
 */
export function blameReading(ending: Ending, what: string, signal?: AbortSignal) {
  if (ending.bloated && ending.failed) throw new MediaRefusal('unreadable', ending.log)
  blame(ending, what, signal)
}

/**
 * Does nothing when a run ended well, and otherwise says whose fault it was: throws the signal's reason when it was told
 * to stop, a MediaRefusal when the file is damaged or of a codec we do not open, and a plain Error for everything that another try may mend.
 */
export function blame(ending: Ending, what: string, signal?: AbortSignal) {
  if (ending.ok) return
  if (ending.stopped) throw signal?.reason ?? new Error(`${what} was stopped`)
  if (ending.failed && !ending.starved) {
    if (/ not on whitelist/.test(ending.log))
      throw new MediaRefusal('codec', ending.log, { codec: codecIn(ending.log) })
    if (/exceeds specified max pixel count/.test(ending.log)) throw new MediaRefusal('too_large_picture')
    if (damage.test(ending.log)) throw new MediaRefusal('unreadable', ending.log)
  }
  throw new Error(`${what} ${words(ending)}: ${ending.log.slice(-600)}`)
}

/** The name of the decoder that may not be opened, as people write it: `FFV1`. */
function codecIn(log: string): string {
  const name = /Codec \(([a-z0-9_-]{1,32})\) not on whitelist/.exec(log)?.[1] ?? ''
  return name.toUpperCase().replaceAll('_', ' ')
}

// What ffmpeg 5.1 to 7 say of a file that is cut off, empty or scrambled.
const damage = new RegExp(
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

function words(ending: Ending) {
  const ways = ['notStarted', 'killed', 'stalled', 'overran', 'starved'] as const
  const said = ways.filter((way) => ending[way])
  return said.length > 0 ? said.join(', ') : `failed with code ${ending.code}`
}
