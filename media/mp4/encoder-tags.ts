import { readFile, writeFile } from 'node:fs/promises'

/**
 * Erases the metadata tags of an init segment. ffmpeg's HLS muxer (5.1 to 7.1) does not pass `bitexact` to
 * the muxer that writes the init segment. For this reason, ffmpeg writes its version into the init segment,
 * as the only tag in our files. To keep all box sizes, the function replaces `moov/udta` with a `free` box of
 * zeros (ISO 14496-12 §8.1.2).
 */
export async function stripEncoderTags(path: string): Promise<void> {
  const bytes = await readFile(path)
  const moov = childOf(bytes, 0, bytes.length, 'moov')
  const udta = moov && childOf(bytes, moov.start + 8, moov.end, 'udta')
  if (!udta) return
  bytes.write('free', udta.start + 4, 'latin1')
  bytes.fill(0, udta.start + 8, udta.end)
  await writeFile(path, bytes)
}

function childOf(bytes: Buffer, from: number, to: number, type: string) {
  for (let start = from; start + 8 <= to;) {
    const end = start + Math.max(8, bytes.readUInt32BE(start))
    if (end > to) return undefined
    if (bytes.toString('latin1', start + 4, start + 8) === type) return { start, end }
    start = end
  }
  return undefined
}
