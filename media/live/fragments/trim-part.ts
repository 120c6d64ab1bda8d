import { findMp4Boxes } from '../../mp4/boxes.ts'
import { readMp4Tracks } from '../../mp4/tracks.ts'
import { readFragmentSamples } from './fragment-samples.ts'
import { writeFragment } from './write-boxes.ts'

/**
 * Returns a part without the frames and the audio from `end` (in seconds on the media timeline) on, or null if no frame
 * is left. Also drops frames that need a dropped frame for decoding. `init` is the init segment of the rendition.
 */
export function trimPart(init: Buffer, part: Buffer, end: number): Buffer | null {
  const [moov] = findMp4Boxes(init, 'moov')
  const moofLength = part.readUInt32BE(0)
  const [moof, mdat] = [part.subarray(0, moofLength), part.subarray(moofLength)]
  const [mfhd] = findMp4Boxes(moof, 'moof/mfhd')
  if (!moov || !mfhd) throw new Error('not a part of a live rendition')
  const runs = readMp4Tracks(moov).map((track) => {
    const samples = readFragmentSamples(moof, mdat, track)
    const firstDropped = samples.findIndex(
      ({ decodeTime, compositionOffset }) => (decodeTime + compositionOffset) / track.timescale >= end,
    )
    const kept = firstDropped === -1 ? samples : samples.slice(0, firstDropped)
    return { kind: track.kind, trackId: track.id, samples: kept }
  })
  if (!runs.some(({ kind, samples }) => kind === 'video' && samples.length > 0)) return null
  return writeFragment(mfhd.readUInt32BE(4), runs)
}
