export type VideoDemuxerName = 'mov' | 'matroska' | 'avi' | 'asf' | 'flv'
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif'

/**
 * Returns which of our five demuxers can open this file, or null. Reads only the first 4 KiB. Ignores the
 * file name: if a playlist is named `.mp4`, an unrestricted ffmpeg would open the files that the playlist
 * lists.
 */
export function sniffVideo(head: Uint8Array): VideoDemuxerName | null {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 4096))
  if (isMov(start)) return 'mov'
  if (begins(start, EBML)) return isMatroska(start) ? 'matroska' : null
  if (at(start, 0, 'RIFF') && at(start, 8, 'AVI ')) return 'avi'
  if (begins(start, ASF)) return 'asf'
  return isFlv(start) ? 'flv' : null
}

/**
 * Returns the image format, detected from the first bytes. Returns null for other content, for example SVG,
 * BMP, TIFF and scripts.
 */
export function sniffImage(head: Uint8Array): ImageFormat | null {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 64))
  if (begins(start, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (begins(start, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (at(start, 0, 'RIFF') && at(start, 8, 'WEBP')) return 'webp'
  return at(start, 0, 'GIF87a') || at(start, 0, 'GIF89a') ? 'gif' : null
}

const EBML = [0x1a, 0x45, 0xdf, 0xa3]
const ASF = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0x00, 0xaa, 0x00, 0x62, 0xce, 0x6c]
// Old QuickTime files have no ftyp box and can start with any of these box types of ISO 14496-12.
const firstBoxes = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'uuid', 'styp']
// ISO BMFF also stores still images (HEIC, AVIF), which are not videos.
const stillBrands = ['heic', 'heix', 'mif1', 'avif', 'crx ']

function isMov(start: Buffer) {
  if (start.length < 12) return false
  const size = start.readUInt32BE(0)
  const type = start.toString('latin1', 4, 8)
  if (type === 'ftyp') return size >= 16 && !stillBrands.includes(start.toString('latin1', 8, 12))
  return firstBoxes.includes(type) && (size >= 8 || size === 1 || (size === 0 && type === 'mdat'))
}

// The EBML header contains the DocType element (id 0x4282), which is "matroska" or "webm".
function isMatroska(start: Buffer) {
  const docType = start.indexOf(Buffer.from([0x42, 0x82]), 4)
  return docType > 0 && (at(start, docType + 3, 'matroska') || at(start, docType + 3, 'webm'))
}

function isFlv(start: Buffer) {
  return at(start, 0, 'FLV') && start[3] === 1 && ((start[4] ?? 0xff) & 0b1111_1010) === 0
}

function at(bytes: Buffer, offset: number, text: string) {
  return bytes.toString('latin1', offset, offset + text.length) === text
}

function begins(bytes: Buffer, prefix: readonly number[]) {
  return bytes.length >= prefix.length && prefix.every((byte, i) => bytes[i] === byte)
}
