/** A top-level MP4 box: `bytes` includes its header. */
export type TopLevelBox = { type: string; bytes: Buffer }

/** The largest box that is read, in bytes. ffmpeg writes a fragment every 0.1 s. */
const maxBoxBytes = 64 * 1024 ** 2

/** Splits an MP4 stream into its top-level boxes. A box can span several chunks. */
export async function* splitBoxes(chunks: AsyncIterable<Buffer>): AsyncGenerator<TopLevelBox> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < 8) continue
    if (waiting[0]!.length < 8) waiting = [Buffer.concat(waiting)]
    if (length < readBoxSize(waiting[0]!)) continue
    let bytes = Buffer.concat(waiting)
    while (bytes.length >= 8 && bytes.length >= readBoxSize(bytes)) {
      const size = readBoxSize(bytes)
      yield { type: bytes.toString('latin1', 4, 8), bytes: bytes.subarray(0, size) }
      bytes = bytes.subarray(size)
    }
    waiting = [bytes]
    length = bytes.length
  }
}

function readBoxSize(bytes: Buffer): number {
  const size = bytes.readUInt32BE(0)
  if (size < 8 || size > maxBoxBytes) throw new Error(`an MP4 box of ${size} bytes`)
  return size
}
