import { findBoxes, readBoxes, readMoovBox } from './mp4-edit-list.ts'

/**
 * The descriptions of the tracks precede the video data in the file. Even track descriptions with thousands
 * of entries fit into this many bytes.
 */
const matroskaHeadBytes = 2 ** 20

/**
 * Returns whether an MP4, MOV, MKV or WebM file contains a text track, such as captions. Only the track
 * descriptions are read. Cameras also record GPS positions in text tracks. Such tracks look like captions
 * until their text is read.
 */
export async function hasTextTracks(file: Blob): Promise<boolean> {
  try {
    const head = new DataView(await file.slice(0, matroskaHeadBytes).arrayBuffer())
    if (head.byteLength < 12) return false
    return head.getUint32(0) === elementIds.header ? hasMatroskaText(head) : await hasMp4Text(file)
  } catch {
    return false
  }
}

async function hasMp4Text(file: Blob): Promise<boolean> {
  const moov = await readMoovBox(file)
  if (!moov) return false
  const tracks = readBoxes(moov, 0, moov.byteLength).filter(({ type }) => type === 'trak')
  // If another track refers to a text track, the text track contains chapter titles.
  const chapters = tracks.flatMap((track) =>
    findBoxes(moov, track, 'tref', 'chap').flatMap(({ start, end }) =>
      Array.from({ length: (end - start) / 4 }, (_, at) => moov.getUint32(start + at * 4)),
    ),
  )
  return tracks.some((track) => {
    const [header] = findBoxes(moov, track, 'tkhd')
    const [description] = findBoxes(moov, track, 'mdia', 'minf', 'stbl', 'stsd')
    if (!header || !description) return false
    const id = moov.getUint32(header.start + (moov.getUint8(header.start) === 1 ? 20 : 12))
    const format = readText(moov, description.start + 12, 4)
    return ['tx3g', 'text'].includes(format) && !chapters.includes(id)
  })
}

/** The ids of the Matroska elements (RFC 9559) that are needed to find the tracks. */
const elementIds = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  codec: 0x86,
} as const

const matroskaTextCodec = /^(?:S_TEXT\/|S_ASS|S_SSA|D_WEBVTT)/

function hasMatroskaText(head: DataView): boolean {
  const segment = readElements(head, 0, head.byteLength).find(({ id }) => id === elementIds.segment)
  if (!segment) return false
  const children = readElements(head, segment.start, segment.end)
  const tracks = children.find(({ id }) => id === elementIds.tracks)
  return readElements(head, tracks?.start ?? 0, tracks?.end ?? 0)
    .filter(({ id }) => id === elementIds.trackEntry)
    .flatMap(({ start, end }) => readElements(head, start, end))
    .some(({ id, start, end }) => {
      return id === elementIds.codec && matroskaTextCodec.test(readText(head, start, end - start))
    })
}

interface Element {
  id: number
  start: number
  end: number
}

/** Reads Matroska elements up to the first cluster, because clusters contain the video data. */
function readElements(view: DataView, start: number, end: number): Element[] {
  const elements: Element[] = []
  for (let at = start; at < end;) {
    const idLength = Math.clz32(view.getUint8(at)) - 23
    const sizeAt = at + idLength
    if (idLength > 4 || sizeAt >= end) break
    const id = readNumber(view, at, idLength)
    const sizeLength = Math.clz32(view.getUint8(sizeAt)) - 23
    const from = sizeAt + sizeLength
    if (id === elementIds.cluster || sizeLength > 8 || from > end) break
    // The first set bit only indicates the length of the number. If all other bits are set, the size of the
    // element is unknown, and the element ends where its parent ends.
    const size = readNumber(view, sizeAt, sizeLength, 2 ** (8 - sizeLength) - 1)
    const to = Math.min(end, from + size)
    elements.push({ id, start: from, end: to })
    at = to
  }
  return elements
}

/** `mask` selects the value bits of the first byte. */
function readNumber(view: DataView, at: number, length: number, mask = 0xff): number {
  let value = view.getUint8(at) & mask
  for (let i = 1; i < length; i++) value = value * 256 + view.getUint8(at + i)
  return value
}

function readText(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))
}
