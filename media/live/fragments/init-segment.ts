import { iterateBoxes } from '../../mp4/boxes.ts'
import { mp4Box } from './write-boxes.ts'

/**
 * Builds the init segment of one rendition from the `ftyp` and `moov` boxes that ffmpeg wrote for all tracks.
 * Keeps only the tracks with the given ids.
 */
export function buildInitSegment(ftyp: Buffer, moov: Buffer, trackIds: readonly number[]): Buffer {
  const children = [...iterateBoxes(moov.subarray(8))].flatMap(({ type, body }) => {
    if (type === 'trak') return trackIds.includes(readTrackId(body)) ? [mp4Box(type, body)] : []
    if (type === 'mvex') return [mp4Box(type, ...keepTrackExtends(body, trackIds))]
    return type === 'udta' ? [] : [mp4Box(type, body)]
  })
  return Buffer.concat([ftyp, mp4Box('moov', ...children)])
}

function keepTrackExtends(mvex: Buffer, trackIds: readonly number[]) {
  return [...iterateBoxes(mvex)]
    .filter(({ type, body }) => type !== 'trex' || trackIds.includes(body.readUInt32BE(4)))
    .map(({ type, body }) => mp4Box(type, body))
}

function readTrackId(trak: Buffer) {
  const tkhd = [...iterateBoxes(trak)].find(({ type }) => type === 'tkhd')?.body
  return tkhd ? tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12) : 0
}
