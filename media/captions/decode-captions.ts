import { captionLimits, throwCaptionFileError } from './caption-problems.ts'

/** The encodings that the creator can choose. All other encodings are detected or rejected. */
export const namedCaptionEncodings = ['windows-1252'] as const
export type NamedCaptionEncoding = (typeof namedCaptionEncodings)[number]

/**
 * Decodes a caption file. UTF-8 and UTF-16 are detected with and without a byte order mark. The old 8-bit
 * encodings cannot be distinguished from each other, so `encoding` is used only if the file is not in a
 * Unicode encoding. Throws a CaptionFileError (`encoding_unknown`) if `encoding` is needed but missing.
 */
export function decodeCaptionFile(bytes: Uint8Array, encoding?: NamedCaptionEncoding): string {
  if (bytes.byteLength > captionLimits.fileBytes) throwCaptionFileError('too_large')
  if (bytes.byteLength === 0) throwCaptionFileError('empty')
  const unicode = detectUnicode(bytes)
  const text = unicode === 'utf-8' ? decodeUtf8(bytes, encoding) : decode(bytes, unicode)
  // Every archive, image and video contains NUL characters, but text never does.
  if (text.includes('\0')) throwCaptionFileError('not_text')
  return text
}

type UnicodeEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

function detectUnicode(bytes: Uint8Array): UnicodeEncoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  sample.forEach((byte, at) => byte === 0 && zeros[at % 2]!++)
  const [even, odd] = zeros.map((count) => count / (sample.length / 2)) as [number, number]
  // The times and line breaks of every caption file are ASCII characters, which have one zero byte each in
  // UTF-16.
  if (odd > 0.2 && even < 0.02) return 'utf-16le'
  if (even > 0.2 && odd < 0.02) return 'utf-16be'
  return 'utf-8'
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    // Removes the byte order mark.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return throwCaptionFileError('encoding_broken')
  }
}

function decodeUtf8(bytes: Uint8Array, encoding: NamedCaptionEncoding | undefined): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (bytes.includes(0)) return throwCaptionFileError('not_text')
    return encoding ? decode(bytes, encoding) : throwCaptionFileError('encoding_unknown')
  }
}
