/**
 * The maximum size of a `moov` box, in bytes. Every accepted video has a `moov` box smaller than 256 MiB.
 */
const maxMoovBytes = 256 * 2 ** 20
/**
 * Differences in duration up to this value, in seconds, do not count as a trim. Viewers do not notice whether
 * 0.2 s of footage is shown or hidden.
 */
const trimToleranceSeconds = 0.2

interface Box {
  type: string
  start: number
  end: number
}

/**
 * Returns whether an edit list (ISO 14496-12, 8.6.6) hides part of an MP4 or MOV file. An edit list that only
 * delays the start of playback does not hide any frames. If the packets of a file with an edit list were
 * copied, footage that the user has cut out with an editing app would become visible.
 */
export async function hasHiddenFrames(file: Blob): Promise<boolean> {
  const moov = await readMoovBox(file)
  if (!moov) return false
  const all = readBoxes(moov, 0, moov.byteLength)
  const mvhd = all.find(({ type }) => type === 'mvhd')
  const scale = mvhd ? moov.getUint32(mvhd.start + (moov.getUint8(mvhd.start) === 1 ? 20 : 12)) : 0
  return all.filter(({ type }) => type === 'trak').some((trak) => isTrackTrimmed(moov, trak, scale))
}

function isTrackTrimmed(moov: DataView, trak: Box, movieScale: number): boolean {
  const [elst] = findBoxes(moov, trak, 'edts', 'elst')
  const [mdhd] = findBoxes(moov, trak, 'mdia', 'mdhd')
  if (!elst || !mdhd) return false
  const edits = readEdits(moov, elst).filter(({ from }) => from >= 0)
  const [only] = edits
  if (!only) return false
  if (edits.length > 1 || only.rate !== 1) return true
  const wide = moov.getUint8(mdhd.start) === 1
  const scale = moov.getUint32(mdhd.start + (wide ? 20 : 12))
  const duration = readUint(moov, mdhd.start + (wide ? 24 : 16), wide) / scale
  // In a fragmented file, an edit with length 0 covers the whole video.
  return only.length > 0 && duration - only.from / scale - only.length / movieScale > trimToleranceSeconds
}

function readEdits(moov: DataView, { start }: Box) {
  const wide = moov.getUint8(start) === 1
  const size = wide ? 20 : 12
  return Array.from({ length: moov.getUint32(start + 4) }, (_, i) => {
    const at = start + 8 + i * size
    return {
      length: readUint(moov, at, wide),
      from: wide ? Number(moov.getBigInt64(at + 8)) : moov.getInt32(at + 4),
      rate: moov.getInt16(at + size - 4),
    }
  })
}

/**
 * Finds the `moov` box, wherever it is in the file. Of the boxes before the `moov` box, only the headers are
 * read.
 */
export async function readMoovBox(file: Blob): Promise<DataView | null> {
  for (let at = 0; at + 8 <= file.size;) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer())
    const { type, header, size } = readBoxHeader(head, 0, file.size - at)
    if (size < header) return null
    if (type === 'moov')
      return size > maxMoovBytes ? null : new DataView(await file.slice(at + header, at + size).arrayBuffer())
    at += size
  }
  return null
}

export function findBoxes(view: DataView, box: Box, ...path: string[]): Box[] {
  return path.reduce(
    (boxes, name) =>
      boxes.flatMap(({ start, end }) => readBoxes(view, start, end).filter(({ type }) => type === name)),
    [box],
  )
}

export function readBoxes(view: DataView, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end;) {
    const { type, header, size } = readBoxHeader(view, at, end - at)
    if (size < header || at + size > end) break
    boxes.push({ type, start: at + header, end: at + size })
    at += size
  }
  return boxes
}

function readBoxHeader(view: DataView, at: number, rest: number) {
  const type = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4))
  const size = view.getUint32(at)
  if (size === 1 && at + 16 <= view.byteLength)
    return { type, header: 16, size: readUint(view, at + 8, true) }
  return { type, header: 8, size: size === 0 ? rest : size }
}

function readUint(view: DataView, at: number, wide: boolean): number {
  return wide ? Number(view.getBigUint64(at)) : view.getUint32(at)
}
