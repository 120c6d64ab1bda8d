import { open, type FileHandle } from 'node:fs/promises'
import { readMp4Tracks, summarizeTrackFragments } from './tracks.ts'

/**
 * Moves all frames of a fragmented MP4 file with one video track by `shift` frames, in place (`tfdt`, ISO
 * 14496-12 §8.8.12). Returns the number of frames. Throws if its frames have different durations, or if a
 * fragment does not begin with a keyframe.
 */
export async function shiftFragmentTimes(path: string, shift: number): Promise<number> {
  await using file = await open(path, 'r+')
  const boxes = await listTopLevelBoxes(file)
  const track = readMp4Tracks(await readBoxes(file, boxes, 'moov'))[0]
  if (!track) throw new Error('the piece has no video track')
  let total = 0
  let ticksPerFrame = 0
  for (const [i, { type, start, size }] of boxes.entries()) {
    if (type !== 'moof') continue
    if (boxes[i + 1]?.type !== 'mdat') throw new Error('a fragment of the piece has no frames')
    const moof = await readBytes(file, start, size)
    const { frames, ticks, startsWithKey } = summarizeTrackFragments([moof.subarray(8)], track)
    ticksPerFrame ||= ticks / frames
    if (!startsWithKey || ticks !== frames * ticksPerFrame || !Number.isInteger(ticksPerFrame))
      throw new Error('the frames of the piece are not evenly spaced')
    addToDecodeTime(moof, BigInt(shift * ticksPerFrame))
    await file.write(moof, 0, moof.length, start)
    total += frames
  }
  return total
}

/** Counts the fragments that an interrupted encoder has written completely. */
export async function countCompleteFragments(path: string): Promise<number> {
  await using file = await open(path)
  return listFragmentEnds(await listTopLevelBoxes(file)).length
}

/** Cuts off everything after the first `count` fragments. */
export async function truncateAfterFragments(path: string, count: number): Promise<void> {
  await using file = await open(path, 'r+')
  const end = listFragmentEnds(await listTopLevelBoxes(file))[count - 1]
  if (end === undefined) throw new Error('the piece has too few fragments')
  await file.truncate(end)
}

function listFragmentEnds(boxes: readonly BoxPosition[]): number[] {
  const isEnd = ({ type }: BoxPosition, i: number) => type === 'mdat' && boxes[i - 1]?.type === 'moof'
  return boxes.filter(isEnd).map(({ start, size }) => start + size)
}

/** Returns the bytes before the first fragment, which describe the tracks. */
export async function readMp4Header(path: string): Promise<Buffer> {
  await using file = await open(path)
  const first = (await listTopLevelBoxes(file)).find(({ type }) => type === 'moof')
  if (!first) throw new Error('the piece has no fragments')
  return readBytes(file, 0, first.start)
}

function addToDecodeTime(moof: Buffer, ticks: bigint) {
  const at = moof.indexOf('tfdt', 0, 'latin1') + 4
  // ffmpeg always writes version 1 of the box, which has 64 bits.
  if (at < 4 || moof[at] !== 1) throw new Error('a fragment of the piece has no decode time')
  moof.writeBigUInt64BE(moof.readBigUInt64BE(at + 4) + ticks, at + 4)
}

type BoxPosition = { type: string; start: number; size: number }

/** Lists the boxes of a file. Stops at a box that is cut off. */
async function listTopLevelBoxes(file: FileHandle): Promise<BoxPosition[]> {
  const { size: end } = await file.stat()
  const boxes: BoxPosition[] = []
  for (let start = 0; start < end;) {
    const header = await readBytes(file, start, Math.min(16, end - start))
    if (header.length < 8) break
    const size = header.readUInt32BE(0) === 1 ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0)
    if (size < 8 || start + size > end) break
    boxes.push({ type: header.toString('latin1', 4, 8), start, size })
    start += size
  }
  return boxes
}

async function readBoxes(file: FileHandle, boxes: BoxPosition[], type: string): Promise<Buffer> {
  const box = boxes.find((each) => each.type === type)
  return box ? readBytes(file, box.start + 8, box.size - 8) : Buffer.alloc(0)
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}
